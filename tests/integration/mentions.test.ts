import { describe, expect, test } from "vitest";

import { addAlias, removeAlias } from "#server/features/aliases/aliases.service.ts";
import { addComment } from "#server/features/comments/comments.service.ts";
import { eventsAfter } from "#server/features/events/events.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { addPrompt, editPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading, removeReading } from "#server/features/readings/readings.service.ts";
import { addTool, editTool, removeTool } from "#server/features/tools/tools.service.ts";
import { restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { listTitledItems } from "#server/kernel/links/known-names.queries.ts";
import {
  isScanComplete,
  linkScanner,
  scanForLinks,
  rescanEverything,
} from "#server/kernel/links/link-scanner.service.ts";
import {
  decideLink,
  listRelated,
  listNamesInItem,
  listRelatedGroups,
  removeLink,
} from "#server/kernel/links/links.service.ts";
import { searchIndexer } from "#server/kernel/search/search-index.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { itemRefSchema, parseItemRef } from "#shared/kernel/items.ts";
import type { LinkGroup, Related } from "#shared/links/links.ts";
import { headOf } from "#shared/mentions/title-heads.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";
import { buildFoundArticle, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { buildPerson } from "#tests/support/people.ts";
import { refuseChanges } from "#tests/support/refusing-table.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const tool = async (app: TestApp, by: User, name: string, more: object = {}) => {
  const added = await addTool(app, by, newToolSchema.parse({ name, ...more }));
  return { id: added.id, ref: itemRefSchema.parse(`tool:${added.id}`), tool: added };
};

const prompt = async (app: TestApp, by: User, name: string, text: string) => {
  const { id } = await addPrompt(app, by, newPromptSchema.parse({ name, prompt: text }));
  return itemRefSchema.parse(`prompt:${id}`);
};

const reading = async (app: TestApp, by: User, title: string, more: object = {}) => {
  const { id } = await addReading(app, by, newReadingSchema.parse({ title, author: "A. Author", ...more }));
  return { id, ref: itemRefSchema.parse(`reading:${id}`) };
};

async function team() {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  return { app, user };
}

/** The links of a group, as "title: excerpt". */
async function shown(app: TestApp, ref: string, group: LinkGroup): Promise<string[]> {
  const links = await linksOf(app, ref, group);
  return links.map(({ other, excerpt }) => `${other.title}: ${excerpt}`);
}

async function linksOf(app: TestApp, ref: string, group: LinkGroup): Promise<Related[]> {
  const { items } = await listRelated(app, { ref: itemRefSchema.parse(ref), group });
  return items;
}

/** Scans everything, like the server in the background. */
async function readAll(app: TestApp): Promise<void> {
  const keepIndex = searchIndexer(app);
  const keepLinks = linkScanner(app);
  while ((await keepIndex()) !== null || !(await isScanComplete(app))) await keepLinks();
}

const paper = async (app: TestApp, title: string, abstract: string) => {
  app.integrations.papers = paperArchive([buildFoundPaper(1, { title, abstract })]);
  await fetchLatestPapers(app, quietWork());
};

const news = async (app: TestApp, of: Tool, title: string, content: string) =>
  storeNews(app, [of], [buildFoundArticle({ title, content, url: `https://news.example/${slug(title)}` })]);

const slug = (title: string) => title.toLowerCase().replaceAll(" ", "-");

describe("mentions of a tool", () => {
  test("are found in every kind of text, with their sentences", async () => {
    const { app, user } = await team();
    const whisper = await tool(app, user, "OpenWhisper");
    await tool(app, user, "Recorder", { notes: "Sends its files to OpenWhisper. It is fast." });
    await prompt(app, user, "Minutes", "Write minutes. Use OpenWhisper for the transcript.");
    const book = await reading(app, user, "Speech", { notes: "No name here." });
    await addComment(app, user, {
      readingId: book.id,
      parentId: null,
      content: "Chapter 3 is about openwhisper.",
    });
    await paper(app, "Hearing", "We compare OpenWhisper with others.");
    await news(app, whisper.tool, "OpenWhisper is out", "It hears.");

    expect((await shown(app, whisper.ref, "mentionedIn")).toSorted()).toEqual([
      "Hearing: We compare OpenWhisper with others.",
      "Minutes: Use OpenWhisper for the transcript.",
      "OpenWhisper is out: OpenWhisper is out",
      "Recorder: Sends its files to OpenWhisper.",
      "Speech: Chapter 3 is about openwhisper.",
    ]);
    expect(await shown(app, book.ref, "mentions")).toEqual(["OpenWhisper: Chapter 3 is about openwhisper."]);
  });

  test("are grouped, with the first five and the total, latest first", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    for (const name of ["One", "Two", "Three", "Four", "Five", "Six"]) {
      app.advance(60_000);
      await prompt(app, user, name, "Ask OpenZed");
    }
    const { groups, hidden } = await listRelatedGroups(app, { ref: zed.ref });
    expect(groups.map(({ group, total }) => [group, total])).toEqual([["mentionedIn", 6]]);
    expect(groups[0]?.links.map(({ other }) => other.title)).toEqual(["Six", "Five", "Four", "Three", "Two"]);
    expect(hidden).toBe(0);
  });

  test("are filtered by kind; a comment counts as a discussion", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    await prompt(app, user, "Ask", "Ask OpenZed");
    await reading(app, user, "Noted", { notes: "On OpenZed" });
    const discussed = await reading(app, user, "Discussed");
    const say = (content: string) =>
      addComment(app, user, { readingId: discussed.id, parentId: null, content });
    await say("Nothing new.");
    const comment = await say("OpenZed has this.");
    await say("Indeed.");
    const ofKind = async (kind: "prompt" | "reading" | "discussion" | "paper") => {
      const { items } = await listRelated(app, { ref: zed.ref, group: "mentionedIn", kind });
      return items.map(({ other }) => other.title);
    };
    expect(await ofKind("prompt")).toEqual(["Ask"]);
    expect(await ofKind("reading")).toEqual(["Noted"]);
    expect(await ofKind("discussion")).toEqual(["Discussed"]);
    expect(await ofKind("paper")).toEqual([]);
    const { items } = await listRelated(app, { ref: zed.ref, group: "mentionedIn", kind: "discussion" });
    expect(items.map(({ other }) => other.address)).toEqual([
      `/chapter-loop?reading=${discussed.id}&comment=${comment.id}`,
    ]);
  });

  test("change with the text", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    const ask = await prompt(app, user, "Ask", "Ask OpenZed");
    expect(await shown(app, zed.ref, "mentionedIn")).toEqual(["Ask: Ask OpenZed"]);
    const edit = (text: string) =>
      editPrompt(app, user, {
        id: idOf(ask),
        ...newPromptSchema.parse({ name: "Ask", prompt: text }),
        note: null,
      });
    await edit("Please ask OpenZed");
    expect(await shown(app, zed.ref, "mentionedIn")).toEqual(["Ask: Please ask OpenZed"]);
    await edit("Please ask nobody");
    expect(await shown(app, zed.ref, "mentionedIn")).toEqual([]);
  });

  test("are found in older texts for a new tool, and removed after a rename", async () => {
    const { app, user } = await team();
    const ask = await prompt(app, user, "Ask", "Ask OpenZed or NeuZed");
    await readAll(app);
    const zed = await tool(app, user, "OpenZed");
    expect(await shown(app, ask, "mentions")).toEqual(["OpenZed: Ask OpenZed or NeuZed"]);
    await editTool(app, user, { id: zed.id, ...newToolSchema.parse({ name: "Zed3000" }) });
    expect(await shown(app, ask, "mentions")).toEqual([]);
    await addAlias(app, user, { toolId: zed.id, alias: "NeuZed" });
    expect(await shown(app, ask, "mentions")).toEqual(["Zed3000: Ask OpenZed or NeuZed"]);
    await removeAlias(app, { toolId: zed.id, alias: "NeuZed" });
    expect(await shown(app, ask, "mentions")).toEqual([]);
  });

  test("include news found for it, regardless of the article's text", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed", { url: "https://openzed.example" });
    await storeNews(
      app,
      [zed.tool],
      [buildFoundArticle({ title: "OpenZed and all of us", content: "A year." })],
    );
    const [link] = await linksOf(app, zed.ref, "mentionedIn");
    expect(link).toMatchObject({ how: "name", field: "title", other: { title: "OpenZed and all of us" } });
  });
});

describe("an address in a text", () => {
  test("links to a tool by its site, and to a paper, a book, an article and an item of this product", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed", { url: "https://www.openzed.example/" });
    const book = await reading(app, user, "Middlemarch", { isbn: "0-14-143954-7" });
    await paper(app, "Reading", "On reading.");
    const { arXivId } = await app.db
      .selectFrom("research_papers")
      .select("arXivId")
      .executeTakeFirstOrThrow();
    await news(app, zed.tool, "OpenZed grows fast", "Yes.");
    const ask = await prompt(
      app,
      user,
      "Ask",
      `See openzed.example/docs, https://arxiv.org/abs/${arXivId}v2, ISBN 978-0-14-143954-9 and
      https://news.example/openzed-grows-fast?utm_source=x, then ${app.publicUrl}/chapter-loop?reading=${book.id}.`,
    );
    const links = await linksOf(app, ask, "mentions");
    expect(links.map(({ how, other }) => `${how} ${other.title}`).toSorted()).toEqual([
      "address Middlemarch",
      "address OpenZed",
      "address OpenZed grows fast",
      "address Reading",
    ]);
  });
});

describe("a title with at least four words", () => {
  test("is found in existing and new texts", async () => {
    const { app, user } = await team();
    const before = await prompt(app, user, "Old", "As in Attention Is All You Need, pay attention.");
    await readAll(app);
    await paper(app, "Attention Is All You Need", "We use attention.");
    const after = await prompt(app, user, "New", "Explain “attention is all you need”.");
    for (const ref of [before, after])
      expect((await linksOf(app, ref, "mentions")).map(({ other }) => other.title)).toEqual([
        "Attention Is All You Need",
      ]);
  });

  test("is found by a complete scan, even if it is newer than the last one", async () => {
    const { app, user } = await team();
    const ref = await prompt(
      app,
      user,
      "Both",
      "Compare The Rights of Whales, part 2 and All the Songs of Whales.",
    );
    await reading(app, user, "The rights of whales, part 2");
    const refetchList = async () => {
      await rescanEverything(app);
      await readAll(app);
      return (await linksOf(app, ref, "mentions")).map(({ other }) => other.title).toSorted();
    };
    expect(await refetchList()).toEqual(["The rights of whales, part 2"]);
    await reading(app, user, "All the songs of whales");
    await readAll(app);
    expect(await refetchList()).toEqual(["All the songs of whales", "The rights of whales, part 2"]);
  });

  test("is found among many others with the same beginning", async () => {
    const { app, user } = await team();
    for (const end of ["whales", "dolphins", "seals"])
      await reading(app, user, `Large language models for ${end}`);
    await reading(app, user, "The songs of old whales");
    await readAll(app);
    const heads = ["Large language models for whales", "The songs of old whales"].map(headOf);
    const found = await listTitledItems(app.db, new Set(heads.filter((head) => head !== null)), 2);
    expect(found).toHaveLength(3);
  });

  test("does not link its own text to itself, and shorter titles are ignored", async () => {
    const { app, user } = await team();
    const own = await prompt(app, user, "Explain a paper to me", "Explain a paper to me, please");
    const short = await prompt(app, user, "Explain it", "Explain it");
    await prompt(app, user, "Other", "Explain it");
    expect(await linksOf(app, own, "mentions")).toEqual([]);
    expect(await linksOf(app, short, "mentionedIn")).toEqual([]);
  });
});

describe("an everyday word", () => {
  /** A tool named Linear in a team that writes about linear algebra. */
  async function linearTeam() {
    const { app, user } = await team();
    for (let index = 0; index < 6; index += 1)
      await prompt(app, user, `Algebra ${index}`, `Solve linear system number ${index}`);
    const linear = await tool(app, user, "Linear");
    return { app, user, linear };
  }

  test("is hidden and counted unless the text refers to the tool", async () => {
    const { app, user, linear } = await linearTeam();
    await prompt(app, user, "Plan", "Plan the week in the Linear app");
    const { groups, hidden, ambiguousName } = await listRelatedGroups(app, { ref: linear.ref });
    expect(groups.flatMap(({ links }) => links.map(({ other }) => other.title))).toEqual(["Plan"]);
    expect(hidden).toBe(6);
    expect(ambiguousName).toBe("linear");
    const all = await linksOf(app, linear.ref, "hidden");
    expect(all).toHaveLength(6);
    expect(all[0]).toMatchObject({ group: "hidden", state: "hidden", field: "prompt" });
  });

  test("is shown once someone confirms it, and stays", async () => {
    const { app, user, linear } = await linearTeam();
    const [hidden] = await linksOf(app, linear.ref, "hidden");
    await decideLink(app, user, { id: hidden?.id ?? "", state: "confirmed" });
    await rescanEverything(app);
    await readAll(app);
    const links = await linksOf(app, linear.ref, "mentionedIn");
    expect(links).toMatchObject([{ state: "confirmed", decidedBy: { id: user.id }, id: hidden?.id }]);
  });

  test("is detected at night, once the team has used it often enough", async () => {
    const { app, user } = await team();
    const granola = await tool(app, user, "Muesli");
    await prompt(app, user, "Breakfast", "Mix Muesli with milk");
    expect(await shown(app, granola.ref, "mentionedIn")).toHaveLength(1);
    for (let index = 0; index < 6; index += 1)
      await prompt(app, user, `Recipe ${index}`, `A bowl of muesli, number ${index}`);
    expect(await scanForLinks(app, quietWork())).toMatchObject({ names: 1 });
    const { groups, hidden } = await listRelatedGroups(app, { ref: granola.ref });
    expect([groups.length, hidden]).toEqual([0, 7]);
  });
});

describe("decisions on links", () => {
  test("remove a wrong link permanently, until they are undone", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    await prompt(app, user, "Ask", "Ask OpenZed");
    const [link] = await linksOf(app, zed.ref, "mentionedIn");
    const id = link?.id ?? "";
    expect(await decideLink(app, user, { id, state: "rejected" })).toMatchObject({ right: 0, wrong: 1 });
    await rescanEverything(app);
    await readAll(app);
    expect(await linksOf(app, zed.ref, "mentionedIn")).toEqual([]);
    expect(await decideLink(app, user, { id, state: "found" })).toMatchObject({
      link: { state: "found", decidedBy: null },
      wrong: 0,
    });
    expect(await linksOf(app, zed.ref, "mentionedIn")).toMatchObject([{ id, state: "found" }]);
  });

  test("stop automatic links by a name that was wrong three of four times, until people confirm it again", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    for (const name of ["One", "Two", "Three", "Four", "Five"]) await prompt(app, user, name, "Ask OpenZed");
    const links = await linksOf(app, zed.ref, "mentionedIn");
    const say = (index: number, state: "confirmed" | "rejected" | "found") =>
      decideLink(app, user, { id: links[index]?.id ?? "", state });
    await say(0, "confirmed");
    await say(1, "rejected");
    expect(await say(2, "rejected")).toMatchObject({ right: 1, wrong: 2, isPersonsOnly: false });
    expect(await say(3, "rejected")).toMatchObject({ right: 1, wrong: 3, isPersonsOnly: true });
    expect(await linksOf(app, zed.ref, "mentionedIn")).toMatchObject([{ state: "confirmed" }]);
    expect(await linksOf(app, zed.ref, "hidden")).toHaveLength(1);
    expect(await listRelatedGroups(app, { ref: zed.ref })).toMatchObject({ hidden: 1, isPersonsOnly: true });
    expect(await say(3, "found")).toMatchObject({ isPersonsOnly: false });
    expect(await linksOf(app, zed.ref, "mentionedIn")).toHaveLength(3);
  });

  test("are recorded in the ledger, repeated ones once", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    const ask = await prompt(app, user, "Ask", "Ask OpenZed");
    const [link] = await linksOf(app, zed.ref, "mentionedIn");
    const id = link?.id ?? "";
    for (const state of ["rejected", "rejected", "found", "confirmed"] as const)
      await decideLink(app, user, { id, state });
    await removeLink(app, user, { id });
    const { events } = await eventsAfter(app, { after: 0, limit: 500 });
    const answers = events.filter(({ verb }) => verb === "linked");
    expect(answers.map(({ detail }) => detail.answer)).toEqual([
      "rejected",
      "found",
      "confirmed",
      "rejected",
    ]);
    expect(answers[0]).toMatchObject({
      kind: "prompt",
      itemId: parseItemRef(ask).id,
      title: "Ask",
      actor: { username: "ada" },
      detail: { other: parseItemRef(zed.ref) },
    });
  });

  test("reject a found link that is removed", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    await prompt(app, user, "Ask", "Ask OpenZed");
    const [link] = await linksOf(app, zed.ref, "mentionedIn");
    await removeLink(app, user, { id: link?.id ?? "" });
    expect(await app.db.selectFrom("links").select("state").execute()).toEqual([{ state: "rejected" }]);
  });
});

describe("the names in a text", () => {
  test("are returned with their fields", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    const ask = await prompt(app, user, "Ask", "Ask openzed, then OpenZed");
    expect(await listNamesInItem(app, { ref: ask })).toEqual({
      items: [{ field: "prompt", spelled: "openzed", ref: zed.ref, title: "OpenZed" }],
    });
  });
});

describe("a scan", () => {
  test("of everything finds all links, and resumes after an interruption", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    for (let index = 0; index < 30; index += 1) await prompt(app, user, `Ask ${index}`, "Ask OpenZed");
    await app.db.deleteFrom("search_queue").execute();
    await rescanEverything(app);
    for (let round = 0; round < 6; round += 1) await linkScanner(app)();
    expect(await isScanComplete(app)).toBe(false);
    await readAll(app);
    expect(await linksOf(app, zed.ref, "mentionedIn")).toHaveLength(30);
  });

  test("that fails is logged and retried, with links unchanged", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    await prompt(app, user, "Ask", "Ask OpenZed");
    const allow = await refuseChanges(app, { table: "links", change: "insert", message: "no room" });
    expect(await linksOf(app, zed.ref, "mentionedIn")).toEqual([]);
    expect(await linkScanner(app)()).toBe(1000);
    await allow();
    expect(await linksOf(app, zed.ref, "mentionedIn")).toHaveLength(1);
  });

  test("finds a restored tool in texts written in the meantime", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    await prompt(app, user, "Before", "Ask OpenZed");
    await readAll(app);
    const { deletionId } = await removeTool(app, user, { id: zed.id });
    await prompt(app, user, "Meanwhile", "Ask OpenZed again");
    await readAll(app);
    await restoreDeletion(app, user, { id: deletionId });
    expect((await shown(app, zed.ref, "mentionedIn")).toSorted()).toEqual([
      "Before: Ask OpenZed",
      "Meanwhile: Ask OpenZed again",
    ]);
  });

  test("removes links to a deleted item", async () => {
    const { app, user } = await team();
    const zed = await tool(app, user, "OpenZed");
    const book = await reading(app, user, "Speech", { notes: "OpenZed" });
    expect(await linksOf(app, zed.ref, "mentionedIn")).toHaveLength(1);
    await removeReading(app, user, { id: book.id });
    expect(await linksOf(app, zed.ref, "mentionedIn")).toEqual([]);
  });
});

const idOf = (ref: string) => ref.slice(ref.indexOf(":") + 1);
