import { beforeAll, describe, expect, test } from "vitest";

import {
  createBrief,
  exportBrief,
  openBrief,
  publishBrief,
  saveDraft,
} from "#server/features/briefs/briefs.service.ts";
import { addComment, removeComment } from "#server/features/comments/comments.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { setPaperFlags } from "#server/features/papers/papers.service.ts";
import { addPrompt, editPrompt, removePrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { editTool, removeTool } from "#server/features/tools/tools.service.ts";
import { type BriefDocument, type BriefDraft, briefDraftSchema } from "#shared/brief/briefs.ts";
import { newPromptSchema, promptEditSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { toolEditSchema } from "#shared/tools/tools.ts";
import { createOnce } from "#tests/support/cleanup.ts";
import { buildFoundArticle, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { openDeck, texts } from "#tests/support/read-deck.ts";
import { DAY, decideNow, makeWorld, type World } from "#tests/support/verdict-team.ts";

/** The clock starts on Saturday, November 21. */
const WEEK = { from: "2026-11-16", to: "2026-11-22" };
const NEXT_WEEK = { from: "2026-11-23", to: "2026-11-29" };

const comment = (
  world: World,
  by: World["ada"],
  ref: `${"tool" | "reading" | "paper"}:${string}`,
  content: string,
) => addComment(world.app, by, { ref, parentId: null, content });

/** A team with one eventful week, partly undone. */
async function busyWeek() {
  const world = await makeWorld();
  const { app, ada, bob, grace } = world;
  const cursor = await world.addTool("Claude", { use: "Writes code", url: "https://cursor.example" });
  const whisper = await world.addTool("Whisper");
  const wobbly = await world.addTool("Wobbly");
  const deleted = await world.addTool("Deleted");
  await removeTool(app, ada, { id: deleted });
  await storeNews(
    app,
    [{ id: cursor, name: "Claude" }],
    [1, 2, 3, 4, 5].map((number) =>
      buildFoundArticle({
        title: `Claude news number ${number}: ${"abcde".slice(0, number)}`,
        url: `https://news.example/cursor-${number}`,
        publishedAt: `2026-11-20T1${number}:00:00.000Z`,
      }),
    ),
  );
  app.integrations.papers = paperArchive([
    buildFoundPaper(1, {
      title: "Starred",
      abstract: "Agents are everywhere. We study how they plan. It works.",
    }),
    buildFoundPaper(2, { title: "Discussed" }),
    buildFoundPaper(3, { title: "Ignored" }),
  ]);
  await fetchLatestPapers(app, quietWork());
  const papers = await app.db.selectFrom("research_papers").select(["id", "title"]).execute();
  const paperId = (title: string) => papers.find((paper) => paper.title === title)?.id ?? "";
  await setPaperFlags(app, bob, { id: paperId("Starred"), isStarred: true });
  await comment(world, ada, `paper:${paperId("Discussed")}`, "Worth a try.");

  const evidence = [{ ref: `paper:${paperId("Starred")}`, stance: "for" }];
  await decideNow(world, grace, cursor, "trial");
  app.advance(1000);
  await decideNow(world, grace, cursor, "adopt", { reason: "It halves reviews", evidence });
  app.advance(1000);
  await decideNow(world, grace, whisper, "hold", { lookAgainOn: "2026-11-22" });

  const old = await addPrompt(
    app,
    ada,
    newPromptSchema.parse({ name: "Old", prompt: "Old", purpose: "Sum up" }),
  );
  const gone = await addPrompt(app, ada, newPromptSchema.parse({ name: "Gone", prompt: "Gone" }));
  await removePrompt(app, ada, { id: gone.id });

  const book = await addReading(app, ada, newReadingSchema.parse({ title: "Emma", author: "Austen" }));
  await comment(world, ada, `reading:${book.id}`, "I like chapter 3.");
  const { id: asked } = await comment(
    world,
    bob,
    `reading:${book.id}`,
    "> Quoted?\n\nGood book. **Who** has read it?",
  );
  await comment(world, bob, `tool:${whisper}`, "Is it fast?");
  const reply = await comment(world, ada, `tool:${cursor}`, "To be deleted. Or not?");
  await removeComment(app, ada, { id: reply.id });

  app.advance(4 * DAY);
  // Two edits that cancel each other out.
  const edited = await editPrompt(
    app,
    bob,
    promptEditSchema.parse({ id: old.id, prompt: "Other", revision: old.revision }),
  );
  await editPrompt(
    app,
    bob,
    promptEditSchema.parse({ id: old.id, prompt: "Old", revision: edited.revision }),
  );
  // A tool that moved and moved back.
  await decideNow(world, grace, wobbly, "assess");
  app.advance(7 * DAY);
  await decideNow(world, grace, wobbly, "trial");
  app.advance(1000);
  await decideNow(world, grace, wobbly, "assess");
  return {
    world,
    cursor,
    whisper,
    book,
    asked,
    ids: { starred: paperId("Starred"), discussed: paperId("Discussed") },
  };
}

const onceBusy = createOnce(busyWeek);
let week: Awaited<ReturnType<typeof busyWeek>>;
let brief: BriefDocument;
beforeAll(async () => {
  week = onceBusy();
  brief = await createBrief(week.world.app, WEEK);
});

const linesOf = (kind: string, document = brief) =>
  document.sections.find((section) => section.kind === kind)?.lines ?? [];

describe("the brief of a week", () => {
  test("has the sections that are not empty, in order", () => {
    expect(brief.period).toEqual({ ...WEEK, timeZone: "UTC" });
    expect(brief.sections.map(({ kind, total }) => [kind, total])).toEqual([
      ["decisions", 2],
      ["newTools", 3],
      ["news", 5],
      ["papers", 2],
      ["prompts", 1],
      ["discussions", 4],
      ["reviews", 1],
    ]);
  });

  test("combines the decisions on a tool, with reason, author and evidence", () => {
    expect(linesOf("decisions").map(({ title, text, by, ring }) => ({ title, text, by, ring }))).toEqual([
      { title: "Whisper", text: "It is hold", by: "grace", ring: { from: null, to: "hold" } },
      { title: "Claude", text: "It halves reviews", by: "grace", ring: { from: null, to: "adopt" } },
    ]);
    expect(linesOf("decisions")[1]?.evidence).toEqual([
      {
        ref: `paper:${week.ids.starred}`,
        href: `/arxiv?paper=${week.ids.starred}`,
        title: "Starred",
        stance: "for",
      },
    ]);
  });

  test("omits a tool that moved and moved back", async () => {
    const later = await createBrief(week.world.app, { from: "2026-11-30", to: "2026-12-06" });
    expect(later.sections.map(({ kind }) => kind)).toEqual(["reviews"]);
  });

  test("names new tools, except deleted ones", () => {
    expect(linesOf("newTools").map(({ title, text, by, url }) => [title, text, by, url])).toEqual([
      ["Wobbly", "", "ada", null],
      ["Whisper", "", "ada", null],
      ["Claude", "Writes code", "ada", "https://cursor.example"],
    ]);
  });

  test("has at most three articles for a tool, and prefers the latest", () => {
    expect(linesOf("news").map(({ title, group, sources }) => [title.slice(0, 20), group, sources])).toEqual([
      ["Claude news number 5", "Claude", 1],
      ["Claude news number 4", "Claude", 1],
      ["Claude news number 3", "Claude", 1],
    ]);
  });

  test("has starred and discussed papers, in one sentence", () => {
    expect(linesOf("papers").map(({ title, text, stars, replies }) => [title, text, stars, replies])).toEqual(
      [
        ["Starred", "We study how they plan.", 1, 0],
        ["Discussed", "We study agents.", 0, 1],
      ],
    );
  });

  test("has new prompts, and none whose edits were undone", async () => {
    expect(linesOf("prompts").map(({ title, text, change }) => [title, text, change])).toEqual([
      ["Old", "Sum up", "new"],
    ]);
    expect(linesOf("prompts", await createBrief(week.world.app, NEXT_WEEK))).toEqual([]);
  });

  test("has discussions by number of comments, then questions without a reply", () => {
    const lines = linesOf("discussions").map(({ title, text, by, replies, isUnanswered, href }) => [
      title,
      text,
      by,
      replies ?? isUnanswered,
      href,
    ]);
    expect(lines[0]?.slice(0, 4)).toEqual(["Emma", "Good book. Who has read it?", "bob", 2]);
    expect(lines.filter(([, , , replies]) => replies === true)).toEqual([
      ["Whisper", "Is it fast?", "bob", true, expect.stringContaining("comment=")],
      [
        "Emma",
        "Who has read it?",
        "bob",
        true,
        `/chapter-loop?reading=${week.book.id}&comment=${week.asked}`,
      ],
    ]);
  });

  test("has reviews due by the last day", async () => {
    expect(linesOf("reviews").map(({ title, dueOn, ring }) => [title, dueOn, ring?.to])).toEqual([
      ["Whisper", "2026-11-22", "hold"],
    ]);
    expect(
      linesOf("reviews", await createBrief(week.world.app, { from: "2026-11-16", to: "2026-11-21" })),
    ).toEqual([]);
  });

  test("counts days in the workspace's time zone", async () => {
    const { app } = week.world;
    const before = { ...app, config: { ...app.config, scheduleTimezone: "Pacific/Auckland" } };
    // 10:00 UTC is 23:00 there, and 18:00 is the next day.
    const day = await createBrief(before, { from: "2026-11-22", to: "2026-11-22" });
    expect(linesOf("newTools", day)).toEqual([]);
    expect(
      linesOf("newTools", await createBrief(before, { from: "2026-11-21", to: "2026-11-21" })),
    ).toHaveLength(3);
  });
});

describe("calls", () => {
  const call = (
    path: string,
    body?: unknown,
    method = body === undefined ? "GET" : "POST",
    by = week.world.ada,
  ) => week.world.as(by)(method, path, body);

  test("GET /api/brief returns JSON, Markdown and slides", async () => {
    const query = `/api/brief?from=${WEEK.from}&to=${WEEK.to}`;
    expect((await call(query)).body).toEqual(brief);
    const markdown = await call(`${query}&format=markdown`);
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(markdown.body).toContain("# Brief of November 16 – 22, 2026\n\n## Decisions\n\n- [Whisper](");
    expect(markdown.body).toContain("(Adopt · grace): It halves reviews\n  - For: [Starred](");
    const file = await exportBrief(week.world.app, week.world.ada, { ...WEEK, format: "pptx", lines: "all" });
    const deck = openDeck(Buffer.from(file.content, "base64"));
    const names = deck.files.filter((name) => /^ppt\/slides\/slide\d+\.xml$/u.test(name));
    expect(names).toHaveLength(10);
    const cover = texts(deck, "ppt/slides/slide1.xml");
    expect(cover.filter((text) => text.includes("November 16 – 22, 2026"))).toHaveLength(1);
    expect(texts(deck, "ppt/slides/slide3.xml").join("\n")).toContain("In this period: ● new");
    expect(texts(deck, "ppt/slides/slide2.xml")).toEqual(
      expect.arrayContaining([
        "Decisions",
        "Hold",
        "Whisper",
        "Adopt",
        "Claude",
        "It halves reviews. For: Starred.",
      ]),
    );
    expect(texts(deck, "ppt/notesSlides/notesSlide2.xml").join("\n")).toContain("/tools/");
  });

  test.each([
    ["?from=2026-11-22", "to", "Enter the last day too"],
    ["?to=2026-11-22", "from", "Enter the first day too"],
    ["?from=2026-11-22&to=2026-11-16", "to", "The last day must not be before the first"],
    ["?from=2025-11-01&to=2026-11-16", "to", "Choose a period of at most a year"],
    ["?from=yesterday&to=2026-11-16", "from", "Enter a date such as 2026-11-21"],
    ["?from=0001-01-01&to=2026-11-16", "from", "Enter a date from 1970 to 2099"],
    ["?format=pdf", "format", "Choose one of these formats: json, markdown, pptx"],
  ])("a bad range %s gets a clear error", async (query, path, message) => {
    const { status, body } = await call(`/api/brief${query}`);
    expect([status, body.message, body.issues]).toEqual([400, message, [{ path, message }]]);
  });

  test("an empty period shows a sentence instead of sections, and can't be published", async () => {
    const query = "from=2026-01-05&to=2026-01-11";
    expect((await call(`/api/brief?${query}`)).body.sections).toEqual([]);
    expect((await call(`/api/brief?${query}&format=markdown`)).body).toContain(
      "Nothing happened in this period.",
    );
    const days = { from: "2026-01-05", to: "2026-01-11" };
    expect(await call("/api/briefs", days)).toMatchObject({ status: 409 });
  });

  test("a published brief has the person's choices, and doesn't change with its items", async () => {
    const { app, ada, bob } = week.world;
    const hidden = linesOf("news").map(({ id }) => id);
    const draft = { ...WEEK, headline: "A week", note: "Well done", hidden, sections: ["reviews", "papers"] };
    const published = await call("/api/briefs", draft);
    expect([published.status, published.body]).toMatchObject([201, { title: "A week", by: "ada", ...WEEK }]);
    const { id } = published.body;
    await editTool(app, ada, toolEditSchema.parse({ id: week.cursor, name: "Renamed" }));
    const read = await call(`/api/briefs/${id}`, undefined, "GET", bob);
    const { document, mayRemove } = read.body;
    expect(mayRemove).toBe(false);
    expect(document).toMatchObject({ headline: "A week", note: "Well done" });
    expect(document.sections.map(({ kind }: { kind: string }) => kind)).toEqual([
      "reviews",
      "papers",
      "decisions",
      "newTools",
      "prompts",
      "discussions",
    ]);
    expect(JSON.stringify(document)).toContain('"title":"Claude"');
    expect((await call("/api/briefs")).body[0]).toMatchObject({ id, title: "A week" });
    const markdown = await call(`/api/briefs/${id}/export/markdown`);
    expect(markdown.body).toMatch(/^# A week\n\nNovember 16 – 22, 2026\n\nWell done\n\n## Reviews due\n/u);
    expect((await call(`/api/briefs/${id}`, undefined, "DELETE", bob)).status).toBe(403);
    expect((await call(`/api/briefs/${id}`, undefined, "DELETE")).status).toBe(204);
    expect((await call(`/api/briefs/${id}`)).status).toBe(404);
  });

  test("a draft belongs to one person, and is deleted when it is published", async () => {
    const { app, ada, bob } = week.world;
    const draft: BriefDraft = briefDraftSchema.parse({
      ...NEXT_WEEK,
      headline: "Mine",
      sections: ["reviews"],
    });
    await saveDraft(app, ada, draft);
    await saveDraft(app, ada, { ...draft, note: "Later" });
    expect((await openBrief(app, ada, NEXT_WEEK)).draft).toEqual({
      headline: "Mine",
      note: "Later",
      hidden: [],
      sections: ["reviews"],
    });
    expect((await openBrief(app, bob, NEXT_WEEK)).draft).toBeNull();
    expect((await openBrief(app, ada, WEEK)).draft).toBeNull();
    const mine = await call(
      `/api/brief?from=${NEXT_WEEK.from}&to=${NEXT_WEEK.to}&format=markdown&lines=mine`,
    );
    expect(mine.body).toMatch(/^# Mine\n/u);
    await publishBrief(app, ada, draft);
    expect((await openBrief(app, ada, NEXT_WEEK)).draft).toBeNull();
  });
});
