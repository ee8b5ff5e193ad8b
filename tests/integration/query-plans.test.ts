import { CompiledQuery, DefaultQueryExecutor, type QueryResult } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";

import { firstSortKeyOf } from "#db/sort-key.ts";
import type { App } from "#server/app.ts";
import { addComment, removeComment } from "#server/features/comments/comments.service.ts";
import { listActivity } from "#server/features/events/activity.service.ts";
import { eventsAfter, watchEvents } from "#server/features/events/events.service.ts";
import {
  digestSince,
  markSeenUpTo,
  recordVisit,
  unseenCounts,
} from "#server/features/events/since.service.ts";
import { countOpen, listEntries } from "#server/features/inbox/inbox.service.ts";
import { addTools } from "#server/features/news/news-store.queries.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { markAllRead, newsPerDay, queryNews, setArticleFlags } from "#server/features/news/news.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { summarizePaper } from "#server/features/papers/paper-summary.service.ts";
import { getPaper, paperStats, queryPapers, setPaperFlags } from "#server/features/papers/papers.service.ts";
import { addReading, removeReading } from "#server/features/readings/readings.service.ts";
import { addTool, getTool, removeTool } from "#server/features/tools/tools.service.ts";
import { saveVisit } from "#server/features/visits/visits.service.ts";
import {
  listDeletions,
  purgeDeletion,
  purgeOldDeletions,
  restoreDeletion,
} from "#server/kernel/deletions/deletions.service.ts";
import { undoImport } from "#server/kernel/imports/import-undo.service.ts";
import { knownNames } from "#server/kernel/links/known-names.service.ts";
import { indexChanged, indexNext, isIndexComplete } from "#server/kernel/search/search-index.queries.ts";
import { searchAll } from "#server/kernel/search/search.service.ts";
import { ITEM_KINDS, mapKinds } from "#shared/kernel/item-address.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { searchRequestSchema } from "#shared/search/search.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { buildFoundArticle, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const EXPLAIN = "explain query plan";

/** Records every statement, also in transactions and on other connections. */
function recordStatements(): CompiledQuery[] {
  const statements: CompiledQuery[] = [];
  const execute = DefaultQueryExecutor.prototype.executeQuery;
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery").mockImplementation(function note<Row>(
    this: DefaultQueryExecutor,
    statement: CompiledQuery,
  ) {
    if (!statement.sql.startsWith(EXPLAIN)) statements.push(statement);
    return execute.call<DefaultQueryExecutor, [CompiledQuery], Promise<QueryResult<Row>>>(this, statement);
  });
  onTestFinished(() => spy.mockRestore());
  return statements;
}

/** SQLite's plan for a statement, one line for each step. */
async function planOf({ db }: App, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const plan = CompiledQuery.raw(`${EXPLAIN} ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ detail: string }>(plan);
  return rows.map(({ detail }) => detail);
}

/**
 * Rows that can be scanned completely: user content, request data, the authors of one discussion, and hits of a
 * full-text index.
 */
const BOUNDED =
  /^SCAN (?:CONSTANT ROW|\d+-ROW VALUES|ai_tools|readings|users|settings|news_readers|json_each|author)\b|^SCAN \w+_(?:trigrams|words) VIRTUAL TABLE INDEX \d+:.*[M=]/u;
const IS_SLOW = /^SCAN |TEMP B-TREE/u;
const IS_EXEMPT = new RegExp(
  [
    // The few hundred categories sorted by count, and concurrent runs sorted by id.
    'from "(?:paper_counts|job_runs)"',
    // Any paper, to check if one exists.
    '^select "id" from "research_papers" limit \\?$',
    // The next few texts to index, from the end of their table.
    'from "search_queue".* limit',
    // Hits up to the limit, ranked or counted; and shown ones, by rank.
    "from search_words[^)]*limit \\?\\)",
    "order by given.key",
    // A limited number of the latest events.
    'order by "events"."seq" desc limit \\?',
    // The first 100 comments on an item, by author.
    'limit 100\\) as comment\\s+group by "userId"',
    // Only a few deletions have the same comment.
    'where "deleted_rows"."tableName" = \\? and "deleted_rows"."itemId" = \\?',
    // A limited number of the latest deletions.
    'order by "deletion"."deletedAt" desc, "deletion"."id" desc limit \\?',
    // Open entries up to the counted limit.
    "limit \\?\\s+\\) as entry",
    // Docs up to the counted limit.
    'from "search_docs" limit \\?',
  ].join("|"),
  "u",
);
/** The name of a statement's parameter values. */
const BROUGHT = /\bjson_each\(\?\) as "?(\w+)/gu;

async function newsOfTwoTools(): Promise<{
  app: TestApp;
  ada: Person;
  toolId: string;
  gemini: { id: string; name: string };
}> {
  const app = await testApp();
  const ada = await buildPerson(app, "ada");
  const { id: toolId } = await addTool(app, ada.user, newToolSchema.parse({ name: "Claude" }));
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    place: firstSortKeyOf("2026-01-01T00:00:00Z") + index,
    id: `article-${index}`,
    seq: index + 1,
    leadPlace: null,
    title: `News ${index}`,
    content: null,
    excerpt: null,
    url: `https://news.example/${index}`,
    imageUrl: null,
    source: null,
    publishedAt: "2026-01-01T00:00:00Z",
    toolId,
    toolName: "Claude",
    createdAt: "2026-01-01T00:00:00Z",
  }));
  await app.db.insertInto("news_articles").values(rows.slice(0, 1500)).execute();
  await app.db.insertInto("news_articles").values(rows.slice(1500)).execute();
  const gemini = await addTool(app, ada.user, newToolSchema.parse({ name: "Gemini" }));
  await addTools(
    app.db,
    rows.slice(0, 100).map((lead) => ({ lead, tool: gemini })),
  );
  return { app, ada, toolId, gemini };
}

/** Statements that take longer with more rows, with those steps. */
async function findSlow(app: App, statements: readonly CompiledQuery[]) {
  const slow: { sql: string; steps: string[] }[] = [];
  for (const statement of new Map(statements.map((one) => [one.sql, one])).values()) {
    // Used only for shown results; its table exists only in the searching connection.
    if (statement.sql.includes("temp.passages")) continue;
    const plan = await planOf(app, statement);
    const brought = [...statement.sql.matchAll(BROUGHT)].map(([, name]) => `SCAN ${name} VIRTUAL TABLE`);
    const isBounded = (line: string) => BOUNDED.test(line) || brought.some((scan) => line.startsWith(scan));
    const steps = plan.filter((line) => IS_SLOW.test(line) && !isBounded(line));
    if (steps.length > 0 && !IS_EXEMPT.test(statement.sql)) slow.push({ sql: statement.sql, steps });
  }
  return slow;
}

test("no list of news scans or sorts large tables", async () => {
  const { app, ada, toolId, gemini } = await newsOfTwoTools();
  const statements = recordStatements();
  for (const isAllRead of [false, true]) {
    for (const show of ["all", "unread", "starred"] as const) {
      for (const tool of [{}, { toolId }, { toolId: gemini.id }]) {
        for (const search of [{}, { search: "news" }, { search: "ж" }, { search: "claude" }]) {
          const query = { show, ...tool, ...search, limit: 20, timeZone: "Europe/Berlin" };
          const { nextCursor } = await queryNews(app, ada.user, query);
          if (nextCursor !== null) await queryNews(app, ada.user, { ...query, cursor: nextCursor });
        }
      }
    }
    if (!isAllRead) await markAllRead(app, ada.user);
  }
  await newsPerDay(app, "Europe/Berlin");
  expect(statements.length).toBeGreaterThan(10);
  expect(await findSlow(app, statements.splice(0))).toEqual([]);
}, 60_000);

test("no list of papers scans or sorts large tables", async () => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  await saveVisit(app, user, "papers");
  app.advance(86_400_000);
  await saveVisit(app, user, "papers");
  const statements = recordStatements();
  for (const show of ["all", "new", "starred", "hidden"] as const) {
    for (const category of [{}, { category: "cs.AI" }]) {
      for (const search of [{}, { search: "attention is" }, { search: "ж" }]) {
        const query = { show, ...category, ...search, limit: 20, from: "2026-01-01", to: "2026-02-01" };
        await queryPapers(app, user, query);
      }
    }
  }
  await paperStats(app);
  expect(statements.length).toBeGreaterThan(10);
  expect(await findSlow(app, statements.splice(0))).toEqual([]);
});

test("no statement for storing, showing or flagging news scans or sorts large tables", async () => {
  const { app, ada, toolId, gemini } = await newsOfTwoTools();
  const tool = await getTool(app, toolId);
  const found = ["a", "b", null].map((anchor, index) =>
    buildFoundArticle({
      title: `Claude and Gemini learn to sing part ${index}`,
      url: "https://news.example/songs",
      anchor,
    }),
  );
  // Names are read as a whole, and cached until one changes.
  await knownNames(app);
  const statements = recordStatements();
  expect(await storeNews(app, [tool], found)).toBe(3);
  expect(await storeNews(app, [tool], found)).toBe(0);
  expect(await storeNews(app, [gemini], found)).toBe(3);
  const { items } = await queryNews(app, ada.user, { limit: 1, timeZone: "Europe/Berlin" });
  const id = items[0]?.id ?? "";
  await setArticleFlags(app, ada.user, { id, isStarred: true });
  await setArticleFlags(app, ada.user, { id, isRead: true });
  await setArticleFlags(app, ada.user, { id, isRead: false });
  await markAllRead(app, ada.user);
  for (const part of [
    'coalesce("article"."leadPlace"',
    "given.url || '$'",
    '"article"."url" = "given"."url"',
  ])
    expect(statements.some(({ sql }) => sql.includes(part))).toBe(true);
  expect(await findSlow(app, statements.splice(0))).toEqual([]);
});

test("no statement for storing, showing or flagging papers scans or sorts large tables", async () => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  app.integrations.papers = paperArchive([buildFoundPaper(1), buildFoundPaper(2)]);
  const statements = recordStatements();
  await fetchLatestPapers(app, quietWork());
  await fetchLatestPapers(app, quietWork());
  const { items } = await queryPapers(app, user, { limit: 1 });
  const id = items[0]?.id ?? "";
  await getPaper(app, user, id);
  await setPaperFlags(app, user, { id, isStarred: true, isHidden: true });
  await summarizePaper(app, user, { id });
  expect(statements.length).toBeGreaterThan(10);
  expect(await findSlow(app, statements.splice(0))).toEqual([]);
});

test("no statement for indexing or searching scans or sorts large tables", async () => {
  const { app } = await newsOfTwoTools();
  const statements = recordStatements();
  await indexChanged(app.db, 50);
  await app.db
    .insertInto("settings")
    .values({ key: "searchBackfill", value: JSON.stringify({ kind: "tool", after: "" }) })
    .execute();
  while (await indexNext(app.db, 1000));
  await isIndexComplete(app.db);
  for (const q of [
    "news",
    "new",
    "news -claude",
    '"news 7" kind:article',
    "after:2025-12 news",
    "by:ada kind:tool",
  ])
    await searchAll(app, searchRequestSchema.parse({ q }), new AbortController().signal);
  expect(statements.length).toBeGreaterThan(10);
  expect(await findSlow(app, statements.splice(0))).toEqual([]);
}, 60_000);

test("no statement for deleting, restoring or undoing scans or sorts other items", async () => {
  const { app, ada, toolId } = await newsOfTwoTools();
  const { items } = await queryNews(app, ada.user, { limit: 1 });
  await setArticleFlags(app, ada.user, { id: items[0]?.id ?? "", isRead: true });
  const { id: readingId } = await addReading(
    app,
    ada.user,
    newReadingSchema.parse({ title: "Emma", author: "Jane Austen" }),
  );
  const statements = recordStatements();
  const { id } = await addComment(app, ada.user, { readingId, parentId: null, content: "Good" });
  const reply = await addComment(app, ada.user, { readingId, parentId: id, content: "Why?" });
  const restore = ({ deletionId }: { deletionId: string }) =>
    restoreDeletion(app, ada.user, { id: deletionId });
  const ofComments = [await removeComment(app, ada.user, { id: reply.id })];
  ofComments.push(await removeComment(app, ada.user, { id }));
  for (const deletion of ofComments) await restore(deletion);
  await restore(await removeReading(app, ada.user, { id: readingId }));
  await restore(await removeTool(app, ada.user, { id: toolId }));
  const { deletionId } = await removeReading(app, ada.user, { id: readingId });
  await listDeletions(app, { limit: 20 });
  await purgeDeletion(app, ada.user, { id: deletionId });
  await purgeOldDeletions(app, AbortSignal.any([]));
  await undoImport(app, ada.user, { importId: "x" }).catch(() => {});
  for (const table of ["deletions", "deleted_rows", "news_marks", "comments", "item_versions"])
    expect(statements.some(({ sql }) => sql.includes(`"${table}"`))).toBe(true);
  expect(await findSlow(app, statements.splice(0))).toEqual([]);
});

test("no part of the ledger is sorted, or read beyond some thousand positions at once", async () => {
  const { app, ada } = await newsOfTwoTools();
  const statements = recordStatements();
  for (const person of [{}, { person: ada.user.id }, { person: "stackloop" }])
    for (const kind of [{}, { kind: "tool" as const }, { kind: "comment" as const }])
      for (const time of [{}, { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" }])
        await listActivity(app, { ...person, ...kind, ...time, limit: 20 });
  expect(statements.length).toBeGreaterThan(10);
  const found = new Map(statements.splice(0).map((one) => [one.sql, one]));
  expect(await findSlow(app, [...found.values()])).toEqual([]);
  const plans = new Set<string>();
  for (const one of found.values()) plans.add((await planOf(app, one))[0] ?? "");
  expect(plans).toContain("SEARCH events USING INDEX events_actor (actorId=? AND seq>? AND seq<?)");
  expect(plans).toContain("SEARCH events USING COVERING INDEX events_at (at>?)");
});

test("no notification from the ledger scans or sorts it", async () => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  await addTool(app, user, newToolSchema.parse({ name: "Claude" }));
  const statements = recordStatements();
  const place = `1 ${app.now().toISOString()}`;
  for (const request of [{}, { after: 0 }, { loadedFor: 1000 }, { lastEventId: place }]) {
    const stop = new AbortController();
    await watchEvents(app, user, request, stop.signal).next();
    stop.abort();
  }
  await eventsAfter(app, { after: 0, limit: 500 });
  expect(statements.length).toBeGreaterThan(5);
  expect(await findSlow(app, statements.splice(0))).toEqual([]);
});

/** Actions by several people, and a person who has seen the first half. */
async function ledgerOfMany(): Promise<{ app: TestApp; ada: Person }> {
  const app = await testApp();
  const [ada, bob] = [await buildPerson(app, "ada"), await buildPerson(app, "bob")];
  const at = app.now().toISOString();
  const verbs = ["added", "edited", "deleted", "commented", "restored"];
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    at,
    actorId: index % 3 === 0 ? ada.user.id : bob.user.id,
    verb: verbs[index % verbs.length] ?? "",
    kind: (["tool", "prompt", "reading"] as const)[index % 3] ?? "tool",
    itemId: `item-${index % 300}`,
    title: "Item",
    detail: index % verbs.length === 3 ? '{"comment":"c1","change":"added"}' : "{}",
  }));
  await app.db.insertInto("events").values(rows.slice(0, 1500)).execute();
  await app.db.insertInto("events").values(rows.slice(1500)).execute();
  return { app, ada };
}

test("other people's changes since a visit are read from its position in the ledger", async () => {
  const { app, ada } = await ledgerOfMany();
  const statements = recordStatements();
  expect((await digestSince(app, ada.user)).isNew).toBe(true);
  await recordVisit(app, ada.user, { place: "home", seq: 1500 });
  app.advance(86_400_000);
  expect((await digestSince(app, ada.user)).lines).toHaveLength(12);
  await markSeenUpTo(app, ada.user, { seq: 2000 });
  expect(await unseenCounts(app, ada.user)).toEqual(mapKinds(ITEM_KINDS, () => 0));
  await recordVisit(app, ada.user, { place: "prompt", seq: 1500 });
  expect((await unseenCounts(app, ada.user)).prompt).toBeGreaterThan(0);
  for (const table of ["events", "inbox_entries", "ai_tools", "prompts", "readings", "cursors"])
    expect(statements.some(({ sql }) => new RegExp(`from "?${table}`, "u").test(sql))).toBe(true);
  const ofOnePerson = statements.filter(({ sql }) => sql.includes('"actorId" = ?') && sql.includes("limit"));
  for (const statement of ofOnePerson)
    expect(await planOf(app, statement)).toEqual([expect.stringContaining("events_actor (actorId=?)")]);
  expect(await findSlow(app, statements.splice(0))).toEqual([]);
});

test("the inbox and its counts are read by index", async () => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  const statements = recordStatements();
  for (const tab of ["open", "done"] as const) {
    await listEntries(app, user, { tab });
    await listEntries(app, user, { tab, cursor: Buffer.from('["5",""]').toString("base64url") });
  }
  await countOpen(app, user);
  const plans = new Set<string>();
  for (const one of statements.splice(0)) for (const step of await planOf(app, one)) plans.add(step);
  expect([...plans].filter((step) => /inbox|entry|TEMP/u.test(step)).toSorted()).toEqual([
    "CO-ROUTINE entry",
    "SCAN entry",
    "SEARCH entry USING INDEX inbox_done (userId=? AND eventSeq<?)",
    "SEARCH entry USING INDEX inbox_done (userId=?)",
    "SEARCH entry USING INDEX inbox_open (userId=? AND eventSeq<?)",
    "SEARCH entry USING INDEX inbox_open (userId=?)",
    "SEARCH inbox_entries USING COVERING INDEX inbox_open (userId=?)",
  ]);
});
