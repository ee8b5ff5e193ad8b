import { describe, expect, test } from "vitest";

import { addComment, editComment, removeComment } from "#server/features/comments/comments.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { ratePrompt } from "#server/features/ratings/ratings.service.ts";
import { addReading, editReading } from "#server/features/readings/readings.service.ts";
import { removeTool } from "#server/features/tools/tools.service.ts";
import { scanEverything } from "#server/kernel/links/link-scanner.service.ts";
import { searchAll } from "#server/kernel/search/search.service.ts";
import { type Answer, AnswerError, type Question } from "#server/outside/models/answer-engine.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { type AskAnswer, askAnswerSchema } from "#shared/search/ask.ts";
import { searchRequestSchema } from "#shared/search/search.ts";
import { buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { decideNow, makeWorld, type World } from "#tests/support/verdict-team.ts";

const WHALES =
  "Whales live in every sea. We recorded the songs of humpback whales near Bermuda in 1952. The weather was fine.";

async function library(): Promise<World> {
  const world = await makeWorld();
  const { app, ada } = world;
  app.integrations.papers = paperArchive([
    buildFoundPaper(1, { title: "Songs of whales", abstract: WHALES, authors: "Roger Payne" }),
    buildFoundPaper(2, { title: "Kettles", abstract: "A kettle boils water. It sings on the stove." }),
  ]);
  await fetchLatestPapers(app, quietWork());
  const { id } = await addReading(
    app,
    ada,
    newReadingSchema.parse({ title: "Moby Dick", author: "Herman Melville" }),
  );
  await addComment(app, ada, {
    readingId: id,
    parentId: null,
    content: "Ahab lost his leg to a white whale.",
  });
  return world;
}

async function ask(world: World, question: string, more: object = {}): Promise<AskAnswer> {
  const { status, body } = await world.as(world.bob)("POST", "/api/ask", { question, ...more });
  expect(status).toBe(200);
  return askAnswerSchema.parse(body);
}

describe("quotations", () => {
  test("an answer quotes the sentence with its source, and leads to the item", async () => {
    const world = await library();
    const { level, quotes, text, provider } = await ask(
      world,
      "When were the songs of humpback whales recorded?",
    );
    const [{ id } = { id: "" }] = await world.app.db
      .selectFrom("research_papers")
      .select("id")
      .where("title", "=", "Songs of whales")
      .execute();
    expect({ level, text, provider }).toEqual({ level: "answer", text: null, provider: null });
    expect(quotes[0]).toMatchObject({
      ref: `paper:${id}`,
      title: "Songs of whales",
      url: `${world.app.publicUrl}/arxiv?paper=${id}`,
      passage: "We recorded the songs of humpback whales near Bermuda in 1952.",
      author: "Roger Payne",
    });
    expect(quotes.length).toBeLessThanOrEqual(3);
  });

  test("a question in a language without spaces is answered", async () => {
    const world = await library();
    const notes = "契約書はDeepLで訳す。機械学習のデータは社外に出さない。昼食は十二時。";
    await addReading(world.app, world.ada, newReadingSchema.parse({ title: "規則", author: "山田", notes }));
    const { level, quotes } = await ask(world, "機械学習のデータを社外に出してもいいですか");
    expect(level).toBe("answer");
    expect(quotes[0]).toMatchObject({ title: "規則", passage: "機械学習のデータは社外に出さない。" });
    expect((await ask(world, "クジラの歌はいつ録音されましたか")).level).toBe("none");
    const vague = await world.as(world.bob)("POST", "/api/ask", { question: "これは何ですか？" });
    expect(vague).toMatchObject({ status: 400, body: { message: "Ask with a few more words." } });
  });

  test("a comment is quoted, and its address leads to the discussion", async () => {
    const { quotes } = await ask(await library(), "Who lost his leg to a white whale?");
    expect(quotes[0]).toMatchObject({ title: "Moby Dick", passage: "Ahab lost his leg to a white whale." });
    expect(quotes[0]?.ref).toMatch(/^reading:/u);
    expect(quotes[0]?.url).toContain("comment=");
  });

  test("a question without an answer is refused, with the closest items", async () => {
    const answer = await ask(await library(), "Which violins did Stradivari build for whales in Cremona?");
    expect(answer.level).toBe("none");
    expect(new Set(answer.quotes.map(({ ref, url }) => ref + url)).size).toBe(answer.quotes.length);
    expect(await ask(await library(), "Quis custodiet ipsos custodes?")).toMatchObject({
      level: "none",
      quotes: [],
    });
  });
});

describe("an answer from the team's data", () => {
  async function stack() {
    const world = await makeWorld();
    const claude = await world.addTool("Claude");
    const code = await world.addTool("Claude Code");
    await world.addTool("Whale Watch");
    await decideNow(world, world.ada, claude, "adopt", { reason: "It writes well", clearance: "internal" });
    await decideNow(world, world.bob, code, "hold", { reason: "Too costly", clearance: "confidential" });
    return { world, claude, code };
  }

  test("lists the tools in a ring", async () => {
    const { world, claude } = await stack();
    expect(await ask(world, "Which tools have we adopted?")).toMatchObject({
      level: "answer",
      text: "One tool is in Adopt.",
      quotes: [{ ref: `tool:${claude}`, title: "Claude", passage: "It writes well", score: 1 }],
    });
    expect(await ask(world, "what tools are on trial")).toMatchObject({
      text: "No tool is in Trial.",
      quotes: [],
    });
  });

  test.each([
    "Which tools have we not adopted?",
    "what tools aren’t on hold",
    "Which reviews are never overdue?",
  ])("doesn't list the opposite: %s", async (question) => {
    expect((await ask((await stack()).world, question)).text).toBeNull();
  });

  test.each([
    ["Is Claude allowed for customer data?", "No. Claude is cleared for internal data at most."],
    ["May I give Claude internal data?", "Yes. Claude is cleared for internal data at most."],
    ["May I give Claude Code customer data?", "Yes. Claude Code is cleared for confidential data."],
    ["Can I put personal data into Whale Watch?", "There is no verdict on Whale Watch yet."],
  ])("says which data a tool may receive: %s", async (question, text) => {
    expect((await ask((await stack()).world, question)).text).toBe(text);
  });

  test("returns who decided, when and why", async () => {
    const { world } = await stack();
    const today = world.app.now().toISOString().slice(0, 10);
    for (const question of [
      "Who decided on Claude Code?",
      "Why is Claude Code on hold?",
      "Have we approved Claude Code?",
      "Did the team reject Claude Code yet?",
      "Is Claude Code on hold?",
      "Is “Claude Code” adopted",
      "Is Claude Code allowed?",
      "May we use Claude Code for reviews?",
      "Can I use the “Claude Code”?",
      "Are we allowed to use Claude Code?",
      "Was Claude Code adopted?",
      "Has Claude Code been rejected?",
    ]) {
      const { text, quotes } = await ask(world, question);
      expect(text).toBe(`bob decided on ${today}: Hold.`);
      expect(quotes.map(({ passage }) => passage)).toEqual(["Too costly"]);
    }
  });

  test.each(["Can we use images in prompts for Claude?", "Was the paper on Claude rejected?"])(
    "returns no verdict for a question on another subject: %s",
    async (question) => {
      expect((await ask((await stack()).world, question)).text).toBeNull();
    },
  );

  test("lists overdue reviews", async () => {
    const { world, claude } = await stack();
    expect((await ask(world, "What is overdue?")).text).toBe("No verdict is past the review date.");
    await decideNow(world, world.ada, claude, "adopt", { lookAgainOn: "2099-01-01" });
    world.app.now = () => new Date("2099-01-03T12:00:00Z");
    expect(await ask(world, "Which reviews are overdue?")).toMatchObject({
      text: "One verdict is past the review date.",
      quotes: [{ title: "Claude", passage: "Adopt, to be reviewed by 2099-01-01" }],
    });
  });
});

test("returns which prompts work best in a tool", async () => {
  const world = await makeWorld();
  const { app, ada, bob } = world;
  const toolId = await world.addTool("Claude");
  const question = "Which of our prompts works best in Claude?";
  expect((await ask(world, question)).text).toBe("Nobody has rated a prompt in Claude yet.");
  const add = (name: string) => addPrompt(app, ada, newPromptSchema.parse({ name, prompt: name }));
  const [poet, chef] = [await add("Poet"), await add("Chef")];
  await ratePrompt(app, bob, { id: chef.id, toolId, stars: 3, note: null });
  await ratePrompt(app, bob, { id: poet.id, toolId, stars: 5, note: null });
  const { text, quotes } = await ask(world, question);
  expect(text).toBe("Poet works best in Claude: ★ 5 (1).");
  expect(quotes.map(({ ref, passage }) => [ref, passage])).toEqual([
    [`prompt:${poet.id}`, "★ 5 (1)"],
    [`prompt:${chef.id}`, "★ 3 (1)"],
  ]);
});

test("lists the readings that are being discussed, latest first", async () => {
  const world = await makeWorld();
  const { app, ada, bob } = world;
  const add = (title: string, topic: string) =>
    addReading(app, ada, newReadingSchema.parse({ title, author: "A", topic }));
  const say = (reading: { id: string }, content: string) =>
    addComment(app, bob, { readingId: reading.id, parentId: null, content });
  const [old, emma, dune] = [
    await add("Old", "Evals"),
    await add("Emma", "Evals"),
    await add("Dune", "Sand"),
  ];
  await say(old, "Long ago");
  app.advance(31 * 86_400_000);
  await say(emma, "First");
  await say(dune, "Worms");
  await say(emma, "Latest");
  const onTopic = await ask(world, "Which readings on evals are still being discussed?");
  expect(onTopic.text).toBe("One reading on Evals was discussed in the last 30 days.");
  expect(onTopic.quotes.map(({ title, passage, author }) => [title, passage, author])).toEqual([
    ["Emma", "Latest", "bob"],
  ]);
  const all = await ask(world, "What are the latest discussions of readings?");
  expect(all.text).toBe("2 readings were discussed in the last 30 days.");
  expect(all.quotes.map(({ title }) => title)).toEqual(["Emma", "Dune"]);
  expect((await ask(world, "Which readings on whales are still being discussed?")).text).toBeNull();
  expect((await ask(world, "Which readings are not being discussed?")).text).toBeNull();
  await say(await add("Chains", "Why LLMs Can't Reason"), "They do");
  const negated = await ask(world, "Which readings on Why LLMs Can't Reason are still being discussed?");
  expect(negated.text).toBe("One reading on Why LLMs Can't Reason was discussed in the last 30 days.");
});

test("lists the papers that name a tool, newest first", async () => {
  const world = await makeWorld();
  const { app } = world;
  await world.addTool("Midjourney");
  await world.addTool("Whisper");
  app.integrations.papers = paperArchive([
    buildFoundPaper(1, { title: "Old drawings", abstract: "We draw kettles with Midjourney." }),
    buildFoundPaper(2, { title: "New drawings", abstract: "We draw whales with Midjourney." }),
  ]);
  await fetchLatestPapers(app, quietWork());
  await scanEverything(app, quietWork().signal);
  const { text, quotes } = await ask(world, "What is the newest paper naming Midjourney?");
  expect(text).toBe(`2 papers mention Midjourney. Newest: “${quotes[0]?.title}”.`);
  expect(quotes.map(({ title }) => title).toSorted()).toEqual(["New drawings", "Old drawings"]);
  expect(quotes[0]?.passage).toContain("with Midjourney");
  expect(quotes[0]?.url).toMatch(/\/arxiv\?paper=/u);
  expect((await ask(world, "Which articles mention Midjourney?")).text).toBe(
    "No article mentions Midjourney.",
  );
  expect((await ask(world, "Latest papers about Whisper")).text).toBe("No paper mentions Whisper.");
});

test.each([
  "What did colleagues say about the paper Songs of whales?",
  "What do we think of “Songs of Whales”?",
  "Which comments are there on the songs of whales paper?",
])("quotes the discussion of an item, latest first: %s", async (question) => {
  const world = await library();
  const { app, ada, bob } = world;
  const paper = await app.db
    .selectFrom("research_papers")
    .select("id")
    .where("title", "=", "Songs of whales")
    .executeTakeFirstOrThrow();
  const ref = `paper:${paper.id}` as const;
  expect((await ask(world, question)).text).toBe("Nobody has commented on “Songs of whales” yet.");
  const first = await addComment(app, ada, { ref, parentId: null, content: "They rhyme." });
  app.advance(1000);
  await addComment(app, bob, { ref, parentId: first.id, content: "w".repeat(600) });
  const { level, text, quotes } = await ask(world, question);
  expect([level, text]).toEqual(["answer", "2 comments on “Songs of whales”, latest first."]);
  expect(quotes.map(({ passage, author }) => [passage, author])).toEqual([
    [`${"w".repeat(500)}…`, "bob"],
    ["They rhyme.", "ada"],
  ]);
  expect(quotes[1]?.url).toContain(`comment=${first.id}`);
});

test("quotes the discussion of an item whose title contains “not”", async () => {
  const world = await library();
  const title = "Whales Are Not Fish";
  await addReading(world.app, world.ada, newReadingSchema.parse({ title, author: "A" }));
  expect((await ask(world, `What did we say about ${title}?`)).text).toBe(
    `Nobody has commented on “${title}” yet.`,
  );
});

test("a question on an undiscussed tool is answered by mentions in other items", async () => {
  const world = await library();
  await world.addTool("Moby");
  const { text, quotes } = await ask(world, "What do we think about Moby?");
  expect(text).toBeNull();
  expect(quotes[0]?.title).toBe("Moby Dick");
});

describe("a reply", () => {
  async function discussion() {
    const world = await library();
    const { app, ada, bob } = world;
    const { id: readingId } = await addReading(
      app,
      ada,
      newReadingSchema.parse({ title: "The Phoenix Project", author: "Gene Kim" }),
    );
    const parent = { readingId, parentId: null, content: "When is the retrospective?" };
    const { id: parentId } = await addComment(app, ada, parent);
    const reply = await addComment(app, bob, { readingId, parentId, content: "Thursday at three." });
    const found = async (q: string) =>
      (
        await searchAll(app, searchRequestSchema.parse({ q: `${q} kind:comment` }), quietWork().signal)
      ).items.map(({ id }) => id);
    return { ...world, readingId, parentId, reply, found };
  }

  test("is found by its parent's words and the item's title, also after these change", async () => {
    const { app, ada, readingId, parentId, reply, found } = await discussion();
    expect(await found("retrospective thursday")).toContain(reply.id);
    expect(await found("phoenix thursday")).toContain(reply.id);
    await editComment(app, ada, { id: parentId, content: "When is the premortem?" });
    await editReading(app, ada, { id: readingId, title: "The Unicorn Project" });
    expect(await found("premortem")).toContain(reply.id);
    expect(await found("retrospective")).toEqual([]);
    expect(await found("unicorn thursday")).toContain(reply.id);
    expect(await found("phoenix")).toEqual([]);
  });
});

test("lists questions in discussions until someone replies", async () => {
  const world = await library();
  const { app, ada, bob } = world;
  const toolId = await world.addTool("Whale Watch");
  const say = (content: string, parentId: string | null = null) =>
    addComment(app, ada, { ref: `tool:${toolId}`, parentId, content });
  const first = await say("Does it count dolphins?");
  await say("It counts whales. Does it? Yes.");
  const second = await say("鯨はどこ？");
  const questions = async () => (await world.as(bob)("GET", "/api/questions")).body;
  expect(await questions()).toMatchObject([
    { id: second.id, title: "Whale Watch", question: "鯨はどこ？", user: { username: "ada" } },
    { id: first.id, ref: `tool:${toolId}`, question: "Does it count dolphins?" },
  ]);
  const reply = await say("Yes.", first.id);
  expect((await questions()).map(({ id }: { id: string }) => id)).toEqual([second.id]);
  await removeComment(app, ada, { id: reply.id });
  await removeComment(app, ada, { id: second.id });
  expect((await questions()).map(({ id }: { id: string }) => id)).toEqual([first.id]);
  await removeTool(app, ada, { id: toolId });
  expect(await questions()).toEqual([]);
});

test.each([
  ["only common words", "What is that about?", "Ask with a few more words."],
  ["1,001 characters", "w".repeat(1001), "A question can have at most 1000 characters"],
  ["nothing", "  ", "Enter a question"],
])("rejects a question of %s", async (_, question, message) => {
  const world = await makeWorld();
  const { status, body } = await world.as(world.ada)("POST", "/api/ask", { question });
  expect({ status, message: body.message }).toEqual({ status: 400, message });
});

test.each([
  'tag:x "whales" -songs kind:tool?',
  "クジラはどこで歌いますか？",
  "Wo singen die Wale? 🐋",
  "'; drop table users; --",
  "a".repeat(1000),
  `${"whale song ".repeat(90)}?`,
])("answers %j without an error", async (question) => {
  expect(["answer", "closest", "none"]).toContain((await ask(await library(), question)).level);
});

describe("with an AI provider", () => {
  const QUESTION = "When were the songs of humpback whales recorded?";

  async function provided(reply: (question: Question) => Partial<Answer>) {
    const world = await library();
    const asked: Question[] = [];
    world.app.integrations.answers = {
      provider: "Quillfeather",
      canSearch: false,
      ask: async (question) => {
        asked.push(question);
        return { text: "", sources: [], model: "q", provider: "Quillfeather", ...reply(question) };
      },
    };
    return { world, asked };
  }
  const sentences = (...list: [text: string, ...passages: number[]][]) => ({
    json: { sentences: list.map(([text, ...passages]) => ({ text, passages })) },
  });

  test("its sentences cite the quotations; sentences without a valid number are dropped", async () => {
    const { world, asked } = await provided(() =>
      sentences(["They were recorded in 1952.", 1, 9], ["Whales are fish.", 7], ["Nobody knows."]),
    );
    expect(await ask(world, QUESTION)).toMatchObject({
      level: "answer",
      text: "They were recorded in 1952. [1]",
      citations: [1],
      provider: "Quillfeather",
      note: null,
    });
    expect(asked[0]?.input).toContain("1. (Songs of whales) We recorded the songs");
  });

  test.each([
    [
      "the numbers in its text",
      [{ text: "In 1952 [1][9], they say\u30102\u2020a\u3011 [\u00B9] [1, 9].", passages: [1] }],
    ],
    [
      "other signs of citations",
      [{ text: "In 1952 [^1], they say [source 9] [P2] [passages 1, 3].", passages: [1] }],
    ],
    ["invisible characters and line breaks", [{ text: "In\u0000 1952,\nthey\u200B say.", passages: [1] }]],
    ["numbers as text", [{ text: "In 1952, they say.", passages: ["1", "1-3", 1.5, 0, null, true, [2]] }]],
    ["sentences of another form", [{ text: "In 1952, they say.", passages: [1] }, { text: 9 }, "x", null]],
  ])("an answer leaves out %s", async (_, list) => {
    const { world } = await provided(() => ({ json: { sentences: list } }));
    const expected = { text: "In 1952, they say. [1]", citations: [1], note: null };
    expect(await ask(world, QUESTION)).toMatchObject(expected);
  });

  test("quotations remain if the model fails, returns no valid sentence, or is off", async () => {
    const alone = { text: null, citations: [], provider: null };
    const { world, asked } = await provided(() => sentences(["Nobody knows.", 4]));
    expect(await ask(world, QUESTION)).toMatchObject({ ...alone, note: null });
    expect(await ask(world, QUESTION, { ai: false })).toMatchObject(alone);
    expect(asked).toHaveLength(1);
    const failing = await provided(() => {
      throw new AnswerError("busy", "503");
    });
    const answer = await ask(failing.world, QUESTION);
    expect(answer).toMatchObject({ ...alone, note: "The AI provider didn't answer." });
    expect(answer.quotes.length).toBeGreaterThan(0);
    const unusable = await provided(() => ({ json: { sentences: "all" } }));
    expect(await ask(unusable.world, QUESTION)).toMatchObject({ note: "The AI provider didn't answer." });
  });
});
