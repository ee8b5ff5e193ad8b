import { sql } from "kysely";
import { describe, expect, test } from "vitest";

import { engineOf } from "#db/engine.ts";
import { addComment, editComment, removeComment } from "#server/features/comments/comments.service.ts";
import { importTools } from "#server/features/imports/import.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { addPrompt, editPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading, removeReading } from "#server/features/readings/readings.service.ts";
import { addTool, editTool, removeTool } from "#server/features/tools/tools.service.ts";
import { decide } from "#server/features/verdicts/decisions.service.ts";
import { vote } from "#server/features/verdicts/verdicts.service.ts";
import { CommitWatch, runLoop } from "#server/kernel/async/background-loop.ts";
import { restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { indexNext, isIndexComplete } from "#server/kernel/search/search-index.queries.ts";
import { searchIndexer } from "#server/kernel/search/search-index.service.ts";
import { toRankedQuery } from "#server/kernel/search/search.queries.ts";
import { searchAll } from "#server/kernel/search/search.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { parseSearch, searchRequestSchema, type TextPart } from "#shared/search/search.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import type { Ring } from "#shared/verdicts/rings.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";
import { buildFoundArticle, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { buildPerson } from "#tests/support/people.ts";
import { refuseChanges } from "#tests/support/refusing-table.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { type TestApp, testApp, testServer } from "#tests/support/test-app.ts";

const search = (app: TestApp, q: string, more: Record<string, unknown> = {}) =>
  searchAll(app, searchRequestSchema.parse({ q, ...more }), new AbortController().signal);

const find = async (app: TestApp, q: string, more: Record<string, unknown> = {}) => {
  const { items } = await search(app, q, more);
  return items.map(({ kind, title }) => `${kind} ${textOf(title)}`);
};

const textOf = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join("");
const matchesOf = (parts: readonly TextPart[]) =>
  parts.filter(({ isMatch }) => isMatch).map(({ text }) => text);

const say = (app: TestApp, by: User, toolId: string, ring: Ring, reason: string, revision = 0) =>
  decide(app, by, decisionSchema.parse({ toolId, revision, ring, reason }));

const addNamed = (app: TestApp, by: User, name: string, more: object = {}) =>
  addTool(app, by, newToolSchema.parse({ name, ...more }));

/** One item of each kind, all about whales. */
async function whaleWorld(app: TestApp) {
  const { user } = await buildPerson(app, "ada");
  const tool = await addNamed(app, user, "Whale Watch", {
    company: "Orca Labs",
    notes: "Counts whales on pictures",
    tags: ["sea"],
  });
  await storeNews(
    app,
    [tool],
    [buildFoundArticle({ title: "Whale Watch counts orcas", content: "It sees whales." })],
  );
  const prompt = await addPrompt(
    app,
    user,
    newPromptSchema.parse({ name: "Sing", prompt: "Sing like a whale", tags: ["music", "Deep Sea"] }),
  );
  const reading = await addReading(
    app,
    user,
    newReadingSchema.parse({ title: "Moby Dick", author: "Herman Melville", notes: "A whale and a captain" }),
  );
  const comment = await addComment(app, user, {
    readingId: reading.id,
    parentId: null,
    content: "The whale wins in the end",
  });
  app.integrations.papers = paperArchive([
    buildFoundPaper(1, { title: "Songs of Whales", abstract: "We listen.", authors: "Grace Hopper" }),
  ]);
  await fetchLatestPapers(app, quietWork());
  return { user, tool, prompt, reading, comment };
}

describe("results", () => {
  test("have all kinds in one call, each with its page and its matches", async () => {
    const app = await testApp();
    const { tool, reading, comment } = await whaleWorld(app);
    const { items, counts, nextCursor, hints } = await search(app, "whales");
    expect(counts).toMatchObject({ tool: 1, article: 1, paper: 1, prompt: 1, reading: 1, comment: 1 });
    expect(new Set(items.map(({ kind }) => kind)).size).toBe(6);
    expect({ nextCursor, hints }).toEqual({ nextCursor: null, hints: [] });
    expect(items.find(({ kind }) => kind === "tool")).toMatchObject({
      id: tool.id,
      title: [
        { text: "Whale", isMatch: true },
        { text: " Watch", isMatch: false },
      ],
      people: "Orca Labs",
      address: `/dashboard?tool=${tool.id}`,
    });
    const found = items.find(({ kind }) => kind === "comment");
    expect(found).toMatchObject({
      people: "ada@example.com",
      address: `/chapter-loop?reading=${reading.id}&comment=${comment.id}`,
    });
    expect(textOf(found?.title ?? [])).toBe("Moby Dick");
    expect(matchesOf(found?.snippet ?? [])).toEqual(["whale"]);
  });

  test("match words in any form, titles before texts, and all words first", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    await addNamed(app, user, "Kettle", { notes: "A learning machine that translates" });
    await addNamed(app, user, "Translator", { notes: "Kettle, kettle" });
    await addNamed(app, user, "Learn Translations");
    expect(await find(app, "translating")).toHaveLength(3);
    expect((await find(app, "translating")).at(-1)).toBe("tool Kettle");
    expect((await find(app, "learned translators kettles"))[0]).toBe("tool Kettle");
    expect(await find(app, "learned kettles")).toHaveLength(3);
  });

  test("start with exact titles, in any case, with accents and common words", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    await addNamed(app, user, "Claude");
    await addNamed(app, user, "The Café of AI", { notes: "Drinks" });
    app.advance(3_600_000);
    await addNamed(app, user, "Claude Claude Code", { notes: "Claude, and Claude again" });
    await addNamed(app, user, "Café AI, AI café", { notes: "Café, café, AI" });
    for (const typed of ["claude", '"Claude"', "CLAUDE kind:tool"]) {
      expect((await find(app, typed))[0]).toBe("tool Claude");
    }
    expect((await find(app, "the cafe of ai"))[0]).toBe("tool The Café of AI");
    expect(await find(app, "claude -code")).toEqual(["tool Claude"]);
    expect(await find(app, "claude kind:prompt")).toEqual([]);
  });

  test("match filters, phrases and exclusions", async () => {
    const app = await testApp();
    await whaleWorld(app);
    expect(await find(app, "whale kind:paper")).toEqual(["paper Songs of Whales"]);
    expect(await find(app, "whale kind:paper kind:reading")).toHaveLength(2);
    expect(await find(app, 'whale tag:"deep sea"')).toEqual(["prompt Sing"]);
    expect(await find(app, "whale tag:sea")).toEqual(["tool Whale Watch"]);
    expect(await find(app, "tag:sea tag:music")).toEqual([]);
    expect(await find(app, "tag:CS.AI")).toEqual(["paper Songs of Whales"]);
    expect(await find(app, "whale by:hopper")).toEqual(["paper Songs of Whales"]);
    expect(await find(app, "whale by:ada kind:comment")).toEqual(["comment Moby Dick"]);
    expect(await find(app, '"like a whale"')).toEqual(["prompt Sing"]);
    expect(await find(app, '"a like whale"')).toEqual([]);
    expect(await find(app, "whale -captain -sing -orcas -songs -counts")).toEqual(["comment Moby Dick"]);
    expect(await find(app, "after:2026-11-21 kind:article")).toEqual([]);
    expect(await find(app, "after:2026-11-20 before:2026-11-21 kind:article")).toEqual([
      "article Whale Watch counts orcas",
    ]);
  });

  test("are the newest for only common words, filters or exclusions, with a hint", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    for (const name of ["Oldest", "Older", "New"]) {
      await addNamed(app, user, name);
      app.advance(3_600_000);
    }
    const { items, hints } = await search(app, "what is the");
    expect(items.map(({ title }) => textOf(title))).toEqual(["New", "Older", "Oldest"]);
    expect(hints).toEqual(["Only common words: showing the newest"]);
    expect(await find(app, "-older")).toEqual(["tool New", "tool Oldest"]);
    expect(await find(app, "kind:tool")).toEqual(["tool New", "tool Older", "tool Oldest"]);
  });

  test("match words that begin with the last one while typing", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    await addNamed(app, user, "Learning Machines");
    for (const typed of ["lea", "learnin", "learning mach"]) {
      expect(await find(app, typed, { mode: "typing" })).toEqual(["tool Learning Machines"]);
    }
    expect(await find(app, "lea")).toEqual([]);
    expect(await find(app, "le", { mode: "typing" })).toEqual([]);
  });

  test("have one kind only, while the counts cover all", async () => {
    const app = await testApp();
    await whaleWorld(app);
    const { items, counts } = await search(app, "whale", { kind: "prompt" });
    expect(items.map(({ kind }) => kind)).toEqual(["prompt"]);
    expect(counts).toMatchObject({ tool: 1, prompt: 1, comment: 1 });
  });

  test("have pages, each result once, up to a limit", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    for (let number = 1; number <= 7; number += 1) await addNamed(app, user, `Orca ${number}`);
    const seen: string[] = [];
    for (let cursor: string | undefined = "0"; cursor !== undefined;) {
      const { items, nextCursor } = await search(app, "orca", { limit: 3, cursor });
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor ?? undefined;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
    await expect(search(app, "orca", { cursor: "501" })).rejects.toThrow("This cursor is invalid");
    await expect(search(app, "orca", { cursor: "x" })).rejects.toThrow("This cursor is invalid");
  });
});

describe("changes", () => {
  test("an edit is found by its new words and no longer by the old ones", async () => {
    const app = await testApp();
    const { user, tool, prompt, comment } = await whaleWorld(app);
    await editTool(app, user, { id: tool.id, name: "Dolphin Desk" });
    expect(await find(app, "dolphin")).toEqual(["tool Dolphin Desk"]);
    await editPrompt(app, user, { id: prompt.id, prompt: "Sing like a dolphin", note: null });
    expect(await find(app, "whale kind:prompt")).toEqual([]);
    await editComment(app, user, { id: comment.id, content: "The captain loses" });
    expect(await find(app, "captain kind:comment")).toEqual(["comment Moby Dick"]);
    expect(await find(app, "wins")).toEqual([]);
  });

  test("a deleted tool removes its articles, a reading its comments, and a comment itself", async () => {
    const app = await testApp();
    const { user, tool, reading, comment } = await whaleWorld(app);
    await removeTool(app, user, { id: tool.id });
    expect(await find(app, "whale kind:tool kind:article")).toEqual([]);
    await addComment(app, user, { readingId: reading.id, parentId: comment.id, content: "Whale of a reply" });
    await removeComment(app, user, { id: comment.id });
    expect(await find(app, "wins")).toEqual([]);
    expect(await find(app, "reply")).toEqual(["comment Moby Dick"]);
    await removeReading(app, user, { id: reading.id });
    expect(await find(app, "whale kind:reading kind:comment")).toEqual([]);
    const { docs } = await app.db
      .selectFrom("search_docs")
      .select(({ fn }) => fn.countAll<number>().as("docs"))
      .executeTakeFirstOrThrow();
    expect(docs).toBe(2);
  });

  test("imports are found, and failed changes are not", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    const rows = Array.from({ length: 120 }, (_, number) => ({ name: `Narwhal ${number}` }));
    await importTools(app, user, importRequestSchema.parse({ rows }));
    expect((await search(app, "narwhal")).counts.tool).toBe(120);
    const failing = app.db.transaction().execute(async (db) => {
      await db.updateTable("ai_tools").set({ name: "Unicorn" }).where("name", "=", "Narwhal 1").execute();
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await find(app, "unicorn")).toEqual([]);
    expect((await search(app, "narwhal")).counts.tool).toBe(120);
  });
});

describe("indexing changes", () => {
  test("runs in the server without any search", async () => {
    const app = await testApp();
    await whaleWorld(app);
    expect(await isIndexComplete(app.db)).toBe(false);
    const ending = new AbortController();
    const kept = runLoop(ending.signal, new CommitWatch(app.database, ending.signal), searchIndexer(app));
    await expect.poll(() => isIndexComplete(app.db)).toBe(true);
    ending.abort();
    await kept;
  });

  test("delays no request after a large import, and reports missing results", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    const rows = Array.from({ length: 300 }, (_, number) => ({ name: `Narwhal ${number}` }));
    await importTools(app, user, importRequestSchema.parse({ rows }));
    const { counts, hints } = await search(app, "narwhal");
    expect(counts.tool).toBe(200);
    expect(hints).toEqual(["Indexing existing content. Some results may be missing."]);
    expect(await search(app, "narwhal")).toMatchObject({ counts: { tool: 300 }, hints: [] });
  });

  test("at the same moment works for any number", async () => {
    const app = await testApp();
    const { search: rankedSearch } = engineOf(app.db);
    const docs = Array.from({ length: 2500 }, (_, number) => ({
      kind: "tool",
      itemId: `tool ${number}`,
      // Three spans of ids are full of the first moment, and extend into the second.
      at: number % 100 === 99 ? "2026-01-01T00:01:30.000Z" : "2026-01-01T00:00:00.000Z",
      title: "Narwhal",
      body: "",
      people: "",
      tags: [],
      addedBy: null,
      verdict: null,
    }));
    for (let start = 0; start < docs.length; start += 50) {
      await rankedSearch.put(app.db, docs.slice(start, start + 50));
    }
    await rankedSearch.put(app.db, docs.slice(0, 50));
    const prepared = await rankedSearch.prepare(app.db, toRankedQuery(parseSearch("narwhal"), "words", []));
    expect(await rankedSearch.count(app.db, prepared, { kinds: ["tool"], most: 5000 })).toEqual({
      tool: 2500,
    });
    const found = await rankedSearch.find(app.db, prepared, { kind: null, limit: 5000 });
    expect(new Set(found.map(({ itemId }) => itemId)).size).toBe(2500);
  });

  test("resumes once the index can be written, and the search works until then", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    await addNamed(app, user, "Narwhal");
    expect(await find(app, "narwhal")).toEqual(["tool Narwhal"]);
    const allowChanges = await refuseChanges(app, {
      table: "search_docs",
      change: "insert",
      message: "disk full",
    });
    await addNamed(app, user, "Young narwhal");
    expect(await find(app, "narwhal")).toEqual(["tool Narwhal"]);
    await allowChanges();
    expect(await find(app, "narwhal")).toEqual(["tool Narwhal", "tool Young narwhal"]);
  });
});

describe("content older than the index", () => {
  /** A database right after its migration: full of content, without an index. */
  async function unindexed(app: TestApp) {
    await whaleWorld(app);
    await app.db.deleteFrom("search_queue").execute();
    await app.db
      .insertInto("settings")
      .values({ key: "searchBackfill", value: '{"kind":"tool","after":""}' })
      .execute();
  }

  test("is indexed in slices, resumes after a restart, and is reported as missing until then", async () => {
    const app = await testApp();
    await unindexed(app);
    expect((await search(app, "whale")).hints).toEqual([
      "Indexing existing content. Some results may be missing.",
    ]);
    expect(await indexNext(app.db, 1)).toBe(true);
    expect(await find(app, "whale")).toEqual(["tool Whale Watch"]);
    // The position is stored only in the database.
    let slices = 1;
    while (await indexNext(app.db, 1)) slices += 1;
    expect(slices).toBeGreaterThan(6);
    expect(await isIndexComplete(app.db)).toBe(true);
    expect((await search(app, "whale")).counts).toMatchObject({
      tool: 1,
      article: 1,
      paper: 1,
      prompt: 1,
      reading: 1,
      comment: 1,
    });
  });

  test("is indexed by the server in the background, until it stops", async () => {
    const app = await testApp();
    await unindexed(app);
    const ending = new AbortController();
    const kept = runLoop(ending.signal, new CommitWatch(app.database, ending.signal), searchIndexer(app));
    await expect.poll(() => isIndexComplete(app.db)).toBe(true);
    ending.abort();
    await kept;
    expect(await find(app, "whale")).toHaveLength(6);
  });

  test("needs nothing in a new database", async () => {
    expect(await isIndexComplete((await testApp()).db)).toBe(true);
  });
});

describe("over REST", () => {
  test("every signed-in person finds everything, visitors nothing", async () => {
    const { app, origin } = await testServer();
    await whaleWorld(app);
    const { cookie } = await buildPerson(app, "bob");
    const reply = await restClient(origin).call("GET", "/api/search?q=whale%20-captain&limit=2", undefined, {
      cookie,
    });
    expect(reply).toMatchObject({ status: 200, body: { nextCursor: "2", hints: [], counts: { tool: 1 } } });
    expect(reply.body.items).toHaveLength(2);
    expect(await restClient(origin).call("GET", "/api/search?q=whale")).toMatchObject({ status: 401 });
  });

  test("an invalid search is refused", async () => {
    const { app, origin } = await testServer();
    const { cookie } = await buildPerson(app, "bob");
    const tooLong = `?q=${"a".repeat(5001)}`;
    for (const query of ["", "?q=", "?q=%20%20", "?q=a&limit=0", "?q=a&kind=video", "?q=a&mode=x", tooLong]) {
      const reply = await restClient(origin).call("GET", `/api/search${query}`, undefined, { cookie });
      expect(reply).toMatchObject({ status: 400 });
    }
  });

  test("any input finds something or nothing, without errors", async () => {
    const app = await testApp();
    await whaleWorld(app);
    for (const q of [
      '"',
      "'; drop table users; --",
      "title:whale OR body:*",
      "NEAR(whale, 5)",
      "facets:kind0tool",
      "{title body} : whale",
      "whale AND",
      "^whale + whale*",
      "(((((((",
      "-",
      '-"',
      "\u0000\u0002whale\u0003",
      "𞤀𞤣 whale 字",
      "a ".repeat(400),
      '"'.repeat(400),
      "-a ".repeat(300),
      "kind:paper ".repeat(100),
      "after:9999-12-31 before:0000-01-01",
      "%%%___\\\\",
    ]) {
      for (const mode of ["words", "typing"]) {
        const { items } = await search(app, q, { mode });
        expect(items.length).toBeLessThanOrEqual(6);
      }
    }
  });
});

test("texts are returned as parts, with any content", async () => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  await addNamed(app, user, "<img src=x onerror=alert(1)> whale", { notes: "<b>whale</b> & more" });
  const [item] = (await search(app, "whale")).items;
  expect(textOf(item?.title ?? [])).toBe("<img src=x onerror=alert(1)> whale");
  expect(matchesOf(item?.snippet ?? [])).toEqual(["whale"]);
});

test("a new kind of items is indexed, and changes no other table", async () => {
  const app = await testApp();
  const { db } = app;
  const { user } = await buildPerson(app, "ada");
  const { text, searchItems } = engineOf(db);
  const queued = async () => {
    const { rows } = await sql<{ kind: string }>`delete from search_queue returning kind`.execute(db);
    return rows.map(({ kind }) => kind).toSorted();
  };
  await sql`create table songs (id ${text()} primary key, name ${text()} not null)`.execute(db);
  await searchItems(db, ["song", "songs", "name"]);
  await sql`insert into songs values ('s1', 'Whales')`.execute(db);
  await sql`insert into link_queue values ('song', 's1')`.execute(db);
  await sql`insert into comments (id, "itemId", content, "userId", "createdAt", "updatedAt", kind)
    values ('c1', 's1', 'Deep', ${user.id}, '', '', 'song')`.execute(db);
  expect(await queued()).toEqual(["comment", "song"]);
  await sql`update songs set name = 'Blue whales'`.execute(db);
  expect(await queued()).toEqual(["comment", "song"]);
});

describe("verdicts and votes", () => {
  test("are found by their sentences, while valid", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    const { id } = await addNamed(app, user, "Whisper");
    await say(app, user, id, "trial", "Beats our stenographers");
    await vote(app, user, { toolId: id, ring: "adopt", note: "Understands Glaswegian" });
    const [found] = (await search(app, "stenographers")).items;
    expect([found?.id, matchesOf(found?.snippet ?? [])]).toEqual([id, ["stenographers"]]);
    expect(await find(app, "glaswegian")).toEqual(["tool Whisper"]);
    await say(app, user, id, "hold", "Too slow for meetings", 1);
    expect(await find(app, "stenographers")).toEqual([]);
    expect(await find(app, "meetings")).toEqual(["tool Whisper"]);
    await vote(app, user, { toolId: id, ring: null, note: null });
    expect(await find(app, "glaswegian")).toEqual([]);
  });

  test("filter a search by the ring of tools, or by a missing verdict", async () => {
    const app = await testApp();
    await whaleWorld(app);
    const { user } = await buildPerson(app, "bob");
    for (const [name, ring] of [
      ["Claude", "adopt"],
      ["Cursor", "adopt"],
      ["Eliza", "hold"],
    ] as const) {
      const { id } = await addNamed(app, user, name);
      await say(app, user, id, ring, `It is ${ring}`);
    }
    expect((await find(app, "verdict:adopt")).toSorted()).toEqual(["tool Claude", "tool Cursor"]);
    expect((await find(app, "Verdict:ADOPT verdict:hold")).toSorted()).toEqual([
      "tool Claude",
      "tool Cursor",
      "tool Eliza",
    ]);
    expect(await find(app, "verdict:none")).toEqual(["tool Whale Watch"]);
    expect(await find(app, "cursor verdict:adopt", { mode: "typing" })).toContain("tool Cursor");
    expect(await find(app, "verdict:trial")).toEqual([]);
    expect(await find(app, "verdict:adopt kind:paper")).toEqual([]);
    const { hints } = await search(app, "verdict:maybe claude");
    expect(hints).toEqual(["There is no verdict “maybe”. Verdicts are adopt, trial, assess, hold and none."]);
  });

  test("are found again with a restored tool", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    const { id } = await addNamed(app, user, "Whisper");
    await say(app, user, id, "adopt", "Beats our stenographers");
    const { deletionId } = await removeTool(app, user, { id });
    expect(await find(app, "verdict:adopt")).toEqual([]);
    await restoreDeletion(app, user, { id: deletionId });
    expect(await find(app, "stenographers verdict:adopt")).toEqual(["tool Whisper"]);
  });
});
