import { sql } from "kysely";
import { describe, expect, test } from "vitest";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { type Passage, type RankedQuery, type SearchDoc } from "#db/search/ranked-search.ts";
import { toRankedQuery } from "#server/kernel/search/search.queries.ts";
import { parseSearch } from "#shared/search/search.ts";
import { databaseWithTables } from "#tests/support/postgresql-engine.ts";
import { postgresqlUrl } from "#tests/support/postgresql.ts";
import { testApp } from "#tests/support/test-app.ts";

const NOON = "2026-11-20T12:00:00.000Z";

const doc = (itemId: string, more: Partial<SearchDoc> = {}): SearchDoc => ({
  kind: "tool",
  itemId,
  at: NOON,
  title: "",
  body: "",
  people: "",
  tags: [],
  addedBy: null,
  verdict: null,
  ...more,
});

const WHALES = [
  doc("watch", {
    title: "Whale Watch",
    body: "Counts whales on pictures of the sea",
    people: "Orca Labs",
    tags: ["sea"],
    addedBy: "ada",
  }),
  doc("songs", { kind: "paper", title: "Songs of Whales", body: "We listen to AI.", people: "Grace Hopper" }),
  doc("sing", {
    kind: "prompt",
    title: "Sing",
    body: "Sing like a whale",
    tags: ["Deep Sea"],
    addedBy: "bob",
  }),
  doc("moby", {
    kind: "reading",
    title: "Moby Dick",
    body: "A whale and a captain",
    at: "2026-11-19T12:00:00.000Z",
  }),
  doc("speed", { title: "High-speed GPT-4 for C++", body: "It is fast, and it is not cheap: 100 %" }),
  doc("cafe", { title: "The Café of AI", body: "Drinks in Łódź, Ålesund and 東京 都" }),
  doc("learn", { title: "Learning Machines", body: "Translators learned to translate" }),
  doc("claude", { title: "Claude", body: "An assistant", at: "2026-11-18T12:00:00.000Z" }),
  doc("code", { title: "Claude Code", body: "Claude, and Claude again" }),
  doc("empty", { kind: "comment", title: "!?", body: "…" }),
];

/** The results of each search, sorted. */
const FOUND: readonly (readonly [q: string, found: readonly string[]])[] = [
  ["whales", ["moby", "sing", "songs", "watch"]],
  ["WHALE captain", ["moby", "sing", "songs", "watch"]],
  ["translating", ["learn"]],
  ["ai", ["cafe", "songs"]],
  ["gpt-4", ["speed"]],
  ["c++", ["speed"]],
  ["high speed", ["speed"]],
  ["hi-speed", ["speed"]],
  ["cafe lodz alesund", ["cafe"]],
  ["東京", ["cafe"]],
  ["京", ["cafe"]],
  ['"like a whale"', ["sing"]],
  ['"a like whale"', []],
  ['"dick whale"', []],
  ['"it is"', ["speed"]],
  ['"of the sea"', ["watch"]],
  ["whale -captain -songs", ["sing", "watch"]],
  ['whale -"a captain"', ["sing", "songs", "watch"]],
  ["whale kind:paper kind:reading", ["moby", "songs"]],
  ['whale tag:"deep sea"', ["sing"]],
  ["tag:SEA", ["watch"]],
  ["tag:sea tag:none", []],
  ["whale after:2026-11-20", ["sing", "songs", "watch"]],
  ["whale before:2026-11-20", ["moby"]],
  ["kind:tool before:2026-11-19", ["claude"]],
  ["unicorn", []],
  ["unicorn whale", ["moby", "sing", "songs", "watch"]],
];

const ENGINES: readonly { name: string; open: () => Promise<Db>; isThere: boolean }[] = [
  { name: "a file", open: async () => (await testApp()).db, isThere: true },
  { name: "a server", open: databaseWithTables, isThere: postgresqlUrl() !== undefined },
];

/** A search of docs, and its results by item id. */
async function searching(open: () => Promise<Db>, docs: readonly SearchDoc[]) {
  const db = await open();
  const { search } = engineOf(db);
  await db.transaction().execute((transaction) => search.put(transaction, docs));
  const prepare = (q: string, more: Partial<RankedQuery> = {}, mode: "words" | "typing" = "words") =>
    search.prepare(db, { ...toRankedQuery(parseSearch(q), mode, []), ...more });
  return {
    db,
    search,
    prepare,
    async find(q: string, more: Partial<RankedQuery> = {}, mode: "words" | "typing" = "words") {
      const found = await search.find(db, await prepare(q, more, mode), { kind: null, limit: 50 });
      return found.map(({ itemId }) => itemId);
    },
    async mark(q: string, passages: readonly Passage[]) {
      return search.highlight(db, await prepare(q), passages);
    },
  };
}

const sorted = async (ids: Promise<string[]>) => (await ids).toSorted();

/** Texts without spaces between words, and Korean, whose particles attach to words. */
const UNSPACED = [
  doc("ja", { title: "翻訳ツールの選び方", body: "契約書はDeepLで訳す。機械学習のデータは社外に出さない。" }),
  doc("zh", {
    title: "如何选择工具",
    body: "我们用DeepL处理合同。机密数据不能发送到外部服务。",
    people: "王小明",
  }),
  doc("th", { title: "วิธีเลือกเครื่องมือ", body: "ข้อมูลลับห้ามส่งออกนอกบริษัท" }),
  doc("ko", { title: "번역 도구를 고르는 법", body: "ChatGPT는 쓰지 않습니다." }),
  doc("nfd", { title: "한국어 안내서".normalize("NFD"), body: "ガイドブック".normalize("NFD") }),
  doc("wide", { title: "ｶﾀｶﾅ", body: "ＧＰＴ４ by OpenAI™, 第①章" }),
  doc("en", { title: "DeepL", body: "Translates contracts" }),
];
const FOUND_UNSPACED: readonly (readonly [q: string, found: readonly string[]])[] = [
  ["翻訳", ["ja"]],
  ["選び方", ["ja"]],
  ["機械学習", ["ja"]],
  ["学習機械", ["ja"]],
  ['"学習機械"', []],
  ["機械学習の契約", ["ja"]],
  ["出す", ["ja"]],
  ["ツー", ["ja"]],
  ["deepl", ["en", "ja", "zh"]],
  ["DeepL -合同", ["en", "ja"]],
  ["机密数据", ["zh"]],
  ["外部工具", ["zh"]],
  ["เครื่องมือ", ["th"]],
  ["ข้อมูลบริษัท", ["th"]],
  ["도구", ["ko"]],
  ["도구는", ["ko"]],
  ["chatgpt", ["ko"]],
  ["ねこ", []],
  ["한국어", ["nfd"]],
  ["안내서".normalize("NFD"), ["nfd"]],
  ["ガイド", ["nfd"]],
  ["カタ", ["wide"]],
  ["ｶﾀｶﾅ", ["wide"]],
  ["gpt4", ["wide"]],
  ["openai", ["wide"]],
];

describe.each(ENGINES.filter(({ isThere }) => isThere))("by the index of $name", ({ open }) => {
  test("finds words that no space separates", async () => {
    const { find, mark } = await searching(open, UNSPACED);
    for (const [q, found] of FOUND_UNSPACED) expect([q, await sorted(find(q))]).toEqual([q, found]);
    expect(await find("翻訳ツール", {}, "typing")).toEqual(["ja"]);
    expect(await find("翻訳ツ", {}, "typing")).toEqual(["ja"]);
    expect(await find("deepl", { by: [{ name: "小明", userIds: [] }] })).toEqual(["zh"]);
    expect(await mark("翻訳 機械学習", [{ title: "翻訳の本", body: "訳す機械と機械学習。学ぶ。" }])).toEqual([
      { title: "\u0002翻訳\u0003の本", body: "訳す\u0002機械\u0003と\u0002機械学習\u0003。学ぶ。" },
    ]);
    expect(await mark("한국어", [{ title: "한국어".normalize("NFD"), body: "" }])).toEqual([
      { title: "\u0002한국어\u0003", body: "" },
    ]);
    expect(await mark('"歌歌"', [{ title: "歌歌歌", body: "歌と歌歌" }])).toEqual([
      { title: "\u0002歌歌歌\u0003", body: "歌と\u0002歌歌\u0003" },
    ]);
    const long = "海の歌を聞く。".repeat(50);
    expect(await mark("翻訳", [{ title: "海", body: `a${"😀".repeat(150)}` }])).toEqual([
      { title: "海", body: `a${"😀".repeat(99)}…` },
    ]);
    expect(await mark("翻訳", [{ title: "海", body: long }])).toEqual([
      { title: "海", body: `${long.slice(0, 200)}…` },
    ]);
  });

  test("finds the same by words, phrases, exclusions and filters", async () => {
    const { find } = await searching(open, WHALES);
    for (const [q, found] of FOUND) expect([q, await sorted(find(q))]).toEqual([q, found]);
    expect(await find("", { phrases: ["!!"] })).toEqual([]);
    expect(await sorted(find("whale", { excluded: ["!!"] }))).toEqual(["moby", "sing", "songs", "watch"]);
  });

  test("finds by people's names, and by who added an item", async () => {
    const { find } = await searching(open, WHALES);
    const by = (name: string, ...userIds: string[]) => ({ by: [{ name, userIds }] });
    expect(await find("whale", by("hopper"))).toEqual(["songs"]);
    expect(await find("whale", by("Grace Hopper"))).toEqual(["songs"]);
    expect(await sorted(find("whale", by("hopper", "ada", "bob")))).toEqual(["sing", "songs", "watch"]);
    expect(await find("whale", by("captain"))).toEqual([]);
  });

  test("finds words that begin with the last one while typing", async () => {
    const { find } = await searching(open, WHALES);
    for (const q of ["lea", "learnin", "learning mach", "machine lear"]) {
      expect(await find(q, {}, "typing")).toEqual(["learn"]);
    }
    expect(await find("le", {}, "typing")).toEqual([]);
  });

  test("ranks exact titles first, then titles before texts, and all words before some", async () => {
    const { find } = await searching(open, WHALES);
    expect(await find("claude")).toEqual(["claude", "code"]);
    expect((await find("the cafe of ai"))[0]).toBe("cafe");
    expect((await find("songs"))[0]).toBe("songs");
    expect((await find("captains whales"))[0]).toBe("moby");
    expect((await find("whale")).slice(0, 2).toSorted()).toEqual(["songs", "watch"]);
  });

  test("ranks rare and frequent words first, in short texts more than in long ones", async () => {
    const { find } = await searching(open, [
      ...Array.from({ length: 20 }, (_, number) =>
        doc(`sea ${number}`, { body: "The sea is deep and wide" }),
      ),
      doc("long", { body: `A narwhal, ${"and other things that swim in it. ".repeat(20)}` }),
      doc("short", { body: "A narwhal in the sea" }),
      doc("often", { body: "A narwhal is a narwhal" }),
      doc("title", { title: "Narwhal", body: "Deep and wide" }),
    ]);
    expect(await find("narwhal")).toEqual(["title", "often", "short", "long"]);
    expect((await find("narwhal wide sea")).slice(0, 4).toSorted()).toEqual([
      "long",
      "often",
      "short",
      "title",
    ]);
  });

  test("counts by kind, up to a limit", async () => {
    const { search, prepare, db } = await searching(open, WHALES);
    const count = async (q: string, most: number) =>
      search.count(db, await prepare(q), { kinds: ["tool", "paper", "article"], most });
    expect(await count("whale", 5)).toEqual({ tool: 1, paper: 1, article: 0 });
    expect(await count("claude ai", 1)).toEqual({ tool: 2, paper: 1, article: 0 });
    expect(await count("unicorn", 5)).toEqual({ tool: 0, paper: 0, article: 0 });
  });

  test("returns the newest with all words, of one kind or all", async () => {
    const { search, prepare, db } = await searching(open, WHALES);
    const prepared = await prepare("whale captain");
    expect(await search.latest(db, prepared, { kind: null, limit: 5 })).toMatchObject([{ itemId: "moby" }]);
    const claude = await prepare("claude");
    const latest = await search.latest(db, claude, { kind: "tool", limit: 5 });
    expect(latest.map(({ itemId }) => itemId)).toEqual(["code", "claude"]);
  });

  test("finds the new text of updated docs, and no deleted docs", async () => {
    const { find, search, db } = await searching(open, WHALES);
    await search.put(db, [doc("watch", { title: "Dolphin Desk" })]);
    expect(await find("dolphins")).toEqual(["watch"]);
    expect(await find("pictures")).toEqual([]);
    await search.drop(db, [
      { kind: "tool", itemId: "watch" },
      { kind: "paper", itemId: "moby" },
    ]);
    expect(await find("dolphins")).toEqual([]);
    expect(await find("captain")).toEqual(["moby"]);
    await search.put(db, []);
    await search.drop(db, []);
  });

  test("highlights matches in titles and passages", async () => {
    const { mark } = await searching(open, WHALES);
    const body = `${"It was a dark and stormy night. ".repeat(50)}Then a high-speed orca met two Whales.`;
    const passages = [
      { title: "Whale Café", body: "A whale, whaling" },
      { title: "Sea", body },
      { title: "Whaler", body: "" },
      { title: "Sea", body: "nothing" },
      { title: "Whale", body: "word ".repeat(100) },
    ];
    const [first, second, third, fourth, fifth] = await mark('whales cafe "high speed"', passages);
    expect(first).toEqual({
      title: "\u0002Whale\u0003 \u0002Café\u0003",
      body: "A \u0002whale\u0003, \u0002whaling\u0003",
    });
    expect(second?.body.startsWith("…")).toBe(true);
    expect(second?.body).toContain(" a \u0002high-speed\u0003 orca met two \u0002Whales\u0003.");
    expect(third).toEqual({ title: "Whaler", body: "" });
    expect(fourth).toEqual({ title: "Sea", body: "nothing" });
    expect(fifth?.body).toBe(`${"word ".repeat(32).trimEnd()}…`);
  });

  test("indexes, finds and highlights hostile texts", async () => {
    const hostile = [
      "' \\ : & | ! <-> ( ) * :A '' \\' {people} \"",
      "x".repeat(100_000),
      "a!".repeat(100_000),
      Array.from({ length: 60_000 }, (_, number) => `w${number}`).join(" "),
      `${"\u0310a".repeat(5000)} ﷽ 👩‍👩‍👧 \u{10FFFF}`,
      `e${"\u0301\u0323".repeat(50_000)}`,
      "歌".repeat(20_000),
    ];
    const { find, mark, db, search } = await searching(open, []);
    for (const [number, body] of hostile.entries()) {
      await search.put(db, [
        doc(`hostile ${number}`, { title: "Narwhal", people: body.slice(0, 1000), body }),
      ]);
    }
    expect(await find("narwhal")).toHaveLength(hostile.length);
    expect(await find("w59999")).toEqual(["hostile 3"]);
    const marked = await mark(
      '"a a a" "a a" narwhal',
      hostile.map((body) => ({ title: "Narwhal", body })),
    );
    expect(marked).toHaveLength(hostile.length);
    for (const { title } of marked) expect(title).toBe("\u0002Narwhal\u0003");
    // The phrase nearly matches at each letter.
    const [nearly] = await mark(`"${"歌".repeat(150)}い"`, [{ title: "", body: "歌".repeat(20_000) }]);
    expect(nearly?.body).toBe(`${"歌".repeat(200)}…`);
    for (const q of hostile) expect(await find(q.slice(0, 200))).toBeInstanceOf(Array);
  });

  test("finds the newest for a common word, and ignores it next to rarer ones", async () => {
    const { find, db, search, prepare } = await searching(open, []);
    const docs = Array.from({ length: 6000 }, (_, number) =>
      doc(`sea ${number}`, {
        kind: number % 3 === 0 ? "article" : "paper",
        title: `Sea ${number}`,
        body: number < 3 ? "red green blue" : "",
        at: new Date(Date.parse(NOON) + number * 60_000).toISOString(),
      }),
    );
    for (let start = 0; start < docs.length; start += 500) {
      await db
        .transaction()
        .execute((transaction) => search.put(transaction, docs.slice(start, start + 500)));
    }
    expect((await prepare("sea red green blue")).all).toHaveLength(3);
    expect(await sorted(find("sea red green blue"))).toEqual(["sea 0", "sea 1", "sea 2"]);
    expect(await find("kind:paper")).toHaveLength(50);
    expect((await find("sea kind:article"))[0]).toBe("sea 5997");
    const counted = await search.count(db, await prepare("sea"), { kinds: ["article", "tool"], most: 1000 });
    expect(counted).toEqual({ article: 1001, tool: 0 });
    const latest = await search.latest(db, await prepare("sea"), { kind: null, limit: 2 });
    expect(latest.map(({ itemId }) => itemId)).toEqual(["sea 5999", "sea 5998"]);
    expect(await find("sea -5999", {}, "words")).not.toContain("sea 5999");
    await sql`analyze`.execute(db);
    expect((await find("sea kind:article"))[0]).toBe("sea 5997");
    expect((await prepare("sea red green blue")).all).toHaveLength(3);
  });
});
