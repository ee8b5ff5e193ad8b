import { setImmediate } from "node:timers/promises";

import { sql } from "kysely";
import { describe, expect, test } from "vitest";

import { firstSortKeyOf } from "#db/sort-key.ts";
import type { App } from "#server/app.ts";
import { addTools } from "#server/features/news/news-store.queries.ts";
import { markAllRead, setArticleFlags, queryNews } from "#server/features/news/news.service.ts";
import { setPaperFlags, queryPapers } from "#server/features/papers/papers.service.ts";
import { addTool, removeTool } from "#server/features/tools/tools.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Article, NewsQuery } from "#shared/news/news.ts";
import type { PaperQuery } from "#shared/papers/papers.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";
import { buildPerson } from "#tests/support/people.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";
import { testApp } from "#tests/support/test-app.ts";

/** Enough for several slices, and for filters that match many or few. */
const ROWS = 6000;
const RARE = 300;

const WORDS = ["claude", "reads", "Übung", "zebra", "model", "100%", "_odd", "ab", "ж"];

interface NewsWorld {
  app: App;
  user: User;
  tools: Tool[];
}

/** Thousands of articles about three tools, every fourth in another's cluster, some about two of them. */
async function manyNews(): Promise<NewsWorld> {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  const tools: Tool[] = [];
  for (const fields of [{ name: "Claude", company: "Anthropic" }, { name: "Gemini" }, { name: "Quiet" }])
    tools.push(await addTool(app, user, newToolSchema.parse(fields)));
  const random = seededRandom(7);
  const pick = (items: readonly string[]) => items[Math.floor(random() * items.length)] ?? "";
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const tool = index % RARE === 0 ? tools[2] : tools[index % 2];
    const time = new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * ROWS) * 900_000);
    return {
      time,
      id: `article-${index}`,
      seq: index + 1,
      isLead: index % 4 !== 3,
      title: `News ${index} ${pick(WORDS)}${index % RARE === 7 ? " Rarität" : ""}`,
      content: index % 5 === 0 ? null : `${pick(WORDS)} ${pick(WORDS)} ${index % RARE === 9 ? "qz" : ""}`,
      url: `https://news.example/${index}`,
      toolId: tool?.id ?? "",
      toolName: tool?.name ?? "",
    };
  });
  const taken = new Set<number>();
  for (let start = 0; start < ROWS; start += 500) {
    const values = rows.slice(start, start + 500).map(({ time, isLead, ...row }) => {
      let place = firstSortKeyOf(time.toISOString());
      while (taken.has(place)) place += 1;
      taken.add(place);
      const common = { excerpt: null, imageUrl: null, source: null, createdAt: time.toISOString() };
      return { ...row, ...common, place, leadPlace: isLead ? null : 1, publishedAt: time.toISOString() };
    });
    await app.db.insertInto("news_articles").values(values).execute();
    await addTools(
      app.db,
      values.flatMap((lead, index) => {
        const tool = tools.find(({ id }) => id !== lead.toolId);
        return tool && lead.leadPlace === null && index % 9 === 0 ? { lead, tool } : [];
      }),
    );
  }
  return { app, user, tools };
}

/** The whole list of a query, page by page, with the total from its first page. */
async function readAll<Item>(
  read: (page: { limit: number; cursor?: string }) => Promise<{
    items: Item[];
    nextCursor: string | null;
    counts: unknown;
  }>,
): Promise<{ items: Item[]; counts: unknown }> {
  const first = await read({ limit: 500 });
  const items = [...first.items];
  let { nextCursor } = first;
  while (nextCursor !== null) {
    const page = await read({ limit: 500, cursor: nextCursor });
    items.push(...page.items);
    ({ nextCursor } = page);
  }
  return { items, counts: first.counts };
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

const holds = (text: string | null, part: string) => (text ?? "").toLowerCase().includes(part.toLowerCase());

/** The expected result of a query, from a check of every cluster. */
const expectedNews = (
  { tools }: NewsWorld,
  all: readonly Article[],
  { search, toolId, show = "all" }: NewsQuery,
) =>
  all.filter(
    (article) =>
      (toolId === undefined || article.tools.some(({ id }) => id === toolId)) &&
      (show !== "unread" || !article.isRead) &&
      (show !== "starred" || article.isStarred) &&
      (search === undefined ||
        [
          article.title,
          article.content,
          ...tools
            .filter((tool) => article.tools.some(({ id }) => id === tool.id))
            .flatMap(({ name, company }) => [name, company]),
        ].some((text) => holds(text, search))),
  );

const countsOf = (matching: number, total: number, isPlain: boolean) =>
  matching <= 1000 || isPlain
    ? { matching, isExact: true, total }
    : { matching: 1000, isExact: false, total };

const SEARCHES = [
  "zebra",
  "ZEBRA",
  "übung",
  "rarität",
  "qz",
  "ж",
  "0%",
  "_odd",
  "anthropic",
  "quiet",
  "nowhere",
  "a",
];

async function expectSameLists(world: NewsWorld): Promise<void> {
  const { app, user, tools } = world;
  const { items: all } = await readAll((page) => queryNews(app, user, page));
  for (const show of ["all", "unread", "starred"] as const) {
    for (const toolId of [undefined, tools[0]?.id, tools[2]?.id]) {
      for (const search of [undefined, ...SEARCHES]) {
        const query = {
          show,
          ...(toolId !== undefined && { toolId }),
          ...(search !== undefined && { search }),
        };
        const expected = expectedNews(world, all, query);
        const { items, counts } = await readAll((page) => queryNews(app, user, { ...query, ...page }));
        const isPlain = search === undefined && (toolId === undefined || show === "all");
        expect({ query, ids: idsOf(items), counts }).toEqual({
          query,
          ids: idsOf(expected),
          counts: countsOf(expected.length, all.length, isPlain),
        });
      }
    }
  }
}

test("the whole list of articles lets requests run between its batches", async () => {
  const { app, user } = await manyNews();
  const others = { waited: 0, isDone: false };
  const request = async () => {
    while (!others.isDone) {
      await setImmediate();
      others.waited += 1;
    }
  };
  const running = request();
  const { items } = await queryNews(app, user, { limit: 1000 });
  others.isDone = true;
  await running;
  expect(items).toHaveLength(1000);
  expect(others.waited).toBeGreaterThanOrEqual(9);
});

describe("any number of articles", () => {
  test("are listed, filtered, searched and counted like in a full scan", async () => {
    const world = await manyNews();
    const { app, user } = world;
    const { items: all } = await readAll((page) => queryNews(app, user, page));
    expect(all).toHaveLength((ROWS * 3) / 4);
    expect(all.map(({ publishedAt }) => publishedAt)).toEqual(
      all.map(({ publishedAt }) => publishedAt).toSorted((a, b) => (a < b ? 1 : -1)),
    );
    for (const [index, { id }] of all.entries()) {
      if (index % 3 === 0) await setArticleFlags(app, user, { id, isRead: true });
      if (index % 50 === 0) await setArticleFlags(app, user, { id, isStarred: true });
    }
    await expectSameLists(world);
  }, 120_000);

  test("are unread again, or new, after all were marked as read", async () => {
    const world = await manyNews();
    const { app, user, tools } = world;
    await markAllRead(app, user);
    const { items: all } = await readAll((page) => queryNews(app, user, page));
    expect(all.every(({ isRead }) => isRead)).toBe(true);
    for (const { id } of all.slice(0, 40)) await setArticleFlags(app, user, { id, isRead: false });
    await setArticleFlags(app, user, { id: all[5]?.id ?? "", isRead: true });
    await expectSameLists(world);
    const unread = async () => (await queryNews(app, user, { show: "unread", limit: 500 })).counts?.matching;
    expect(await unread()).toBe(39);
    await removeTool(app, user, { id: tools[0]?.id ?? "" });
    const { items: left } = await readAll((page) => queryNews(app, user, page));
    expect(await unread()).toBe(left.filter(({ isRead }) => !isRead).length);
    await markAllRead(app, user);
    expect(await unread()).toBe(0);
  }, 120_000);
});

describe("any number of papers", () => {
  test("are listed, filtered, searched and counted like in a full scan", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    const random = seededRandom(11);
    const pick = (items: readonly string[]) => items[Math.floor(random() * items.length)] ?? "";
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const publishedAt = new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString();
      return {
        place: firstSortKeyOf(publishedAt),
        id: `paper-${index}`,
        title: `Paper ${index} ${pick(WORDS)}${index % RARE === 7 ? " Rarität" : ""}`,
        abstract: `${pick(WORDS)} ${pick(WORDS)} ${index % RARE === 9 ? "qz" : ""}`,
        authors: `${pick(["Ada Lovelace", "Grace Hopper"])}, Ж. Ivanov`,
        url: "https://arxiv.example",
        pdfUrl: "https://arxiv.example",
        arXivId: `2601.${index}`,
        categories: JSON.stringify(["cs.AI", ...(index % RARE === 3 ? ["cs.RO"] : [])]),
        publishedAt,
        createdAt: publishedAt,
      };
    });
    for (let start = 0; start < ROWS; start += 500)
      await app.db
        .insertInto("research_papers")
        .values(rows.slice(start, start + 500))
        .execute();
    for (let index = 0; index < ROWS; index += 70)
      await setPaperFlags(app, user, { id: `paper-${index}`, isHidden: true });
    for (let index = 0; index < ROWS; index += 90)
      await setPaperFlags(app, user, { id: `paper-${index}`, isStarred: true });
    const newSince = rows[ROWS - 150]?.createdAt ?? "";
    await sql`insert into cursors values (${user.id}, 'papers', 0, ${newSince}, 0, ${newSince})`.execute(
      app.db,
    );

    const { items: shown } = await readAll((page) => queryPapers(app, user, page));
    const { items: hidden } = await readAll((page) => queryPapers(app, user, { ...page, show: "hidden" }));
    const all = [...shown, ...hidden].toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
    expect(all).toHaveLength(ROWS);
    const expected = ({ search = "", category, from, to, show = "all" }: PaperQuery) =>
      all.filter(
        (paper) =>
          (show === "starred" ? paper.isStarred : show === "hidden" ? paper.isHidden : !paper.isHidden) &&
          (show !== "new" || paper.isNew) &&
          (category === undefined || paper.categories.includes(category)) &&
          (from === undefined || paper.publishedAt >= from) &&
          (to === undefined || paper.publishedAt.slice(0, 10) <= to) &&
          search
            .split(" ")
            .every((word) => [paper.title, paper.authors, paper.abstract].some((text) => holds(text, word))),
      );
    for (const show of ["all", "new", "starred", "hidden"] as const) {
      for (const category of [undefined, "cs.AI", "cs.RO", "cs.XX"]) {
        for (const search of [
          undefined,
          "zebra",
          "LOVELACE",
          "rarität",
          "qz",
          "ж",
          "a",
          "zebra ab",
          "nowhere",
        ]) {
          for (const range of [{}, { from: "2026-01-10", to: "2026-01-12" }]) {
            const query = { show, ...range, ...(category && { category }), ...(search && { search }) };
            const { items, counts } = await readAll((page) => queryPapers(app, user, { ...query, ...page }));
            const same = expected(query);
            const isPlain = show !== "new" && !("from" in range) && !category && !search;
            expect({ query, ids: idsOf(items), counts }).toEqual({
              query,
              ids: idsOf(same),
              counts: countsOf(same.length, shown.length, isPlain),
            });
          }
        }
      }
    }
  }, 120_000);
});
