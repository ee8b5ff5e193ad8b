import { CompiledQuery } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";

import { firstPlaceOf } from "#db/place.ts";
import type { App } from "#server/app.ts";
import { markAllRead, newsPerDay, queryNews } from "#server/features/news/news.service.ts";
import { paperStats, queryPapers } from "#server/features/papers/papers.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { noteVisit } from "#server/features/visits/visits.service.ts";
import { newToolSchema } from "#shared/tools.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

/** Notes every statement that an app's database is asked for. */
function noteStatements({ db }: App): CompiledQuery[] {
  const statements: CompiledQuery[] = [];
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const spy = vi.spyOn(executor, "executeQuery").mockImplementation((statement, ...rest) => {
    statements.push(statement);
    return execute(statement, ...rest);
  });
  onTestFinished(() => spy.mockRestore());
  return statements;
}

/** How SQLite carries a statement out, a line for each step. */
async function planOf({ db }: App, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ detail: string }>(plan);
  return rows.map(({ detail }) => detail);
}

/** What may be read from end to end: what people fill, what a request brings along, and hits of a full-text index. */
const BOUNDED = /^SCAN (?:CONSTANT ROW|ai_tools|json_each)\b|^SCAN \w+_trigrams VIRTUAL TABLE INDEX \d+:.*M/u;
const IS_SLOW = /^SCAN |TEMP B-TREE/u;

async function newsOfTwoTools(): Promise<{ app: TestApp; ada: Person; toolId: string }> {
  const app = await testApp();
  const ada = await buildPerson(app, "ada");
  const { id: toolId } = await addTool(app, ada.user, newToolSchema.parse({ name: "Claude" }));
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    place: firstPlaceOf("2026-01-01T00:00:00Z") + index,
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
  return { app, ada, toolId };
}

/** The statements that would take the longer the more rows there are, with the steps that would. */
async function findSlow(app: App, statements: readonly CompiledQuery[]) {
  const slow: { sql: string; steps: string[] }[] = [];
  for (const statement of statements) {
    const plan = await planOf(app, statement);
    const steps = plan.filter((line) => IS_SLOW.test(line) && !BOUNDED.test(line));
    // The few hundred categories are put in order by their counts.
    if (steps.length > 0 && !statement.sql.includes("paper_counts")) slow.push({ sql: statement.sql, steps });
  }
  return slow;
}

test("no list of news reads or sorts what machines fill", async () => {
  const { app, ada, toolId } = await newsOfTwoTools();
  const statements = noteStatements(app);
  for (const isAllRead of [false, true]) {
    for (const show of ["all", "unread", "starred"] as const) {
      for (const tool of [{}, { toolId }]) {
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

test("no list of papers reads or sorts what machines fill", async () => {
  const app = await testApp();
  const { user } = await buildPerson(app, "ada");
  await noteVisit(app, user, "papers");
  app.advance(86_400_000);
  await noteVisit(app, user, "papers");
  const statements = noteStatements(app);
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
