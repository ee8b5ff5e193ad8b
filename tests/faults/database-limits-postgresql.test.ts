import { sql } from "kysely";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import type { OpenDatabase } from "#db/database.ts";
import { checkServer } from "#db/postgresql/connect.ts";
import { type Limits, LIMITS, openPools, openSinglePool } from "#db/postgresql/connections.ts";
import { createLimiter, openServer } from "#db/postgresql/open.ts";
import { readConfig } from "#server/config/config.ts";
import { createApp } from "#server/create-app.ts";
import { replyTo } from "#server/errors.ts";
import { indexNext } from "#server/kernel/search/search-index.queries.ts";
import { listen } from "#server/web/server/http-server.ts";
import { cutLine } from "#tests/support/cut-line.ts";
import { inlineWorkers } from "#tests/support/inline-workers.ts";
import { buildPerson } from "#tests/support/people.ts";
import { createMigratedDatabase } from "#tests/support/postgresql.ts";
import { restClient } from "#tests/support/rest-client.ts";

const BUSY = { message: "The server is busy. Try again in a moment.", code: "SERVICE_UNAVAILABLE" };

async function opened(limits: Partial<Limits>, url?: string): Promise<OpenDatabase> {
  url ??= await createMigratedDatabase();
  const database = await openServer(url, await checkServer(url), { limits: { ...LIMITS, ...limits } });
  onTestFinished(() => database.close());
  return database;
}

/** The product with custom limits, and a signed-in person. */
async function serving(limits: Partial<Limits>) {
  const database = await opened(limits);
  const config = readConfig({ PORT: "0", LOG_LEVEL: "silent", RATE_LIMITS: "off" });
  const app = await createApp(config, database, pino({ level: "silent" }), inlineWorkers());
  const { server, port } = await listen(app, null);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { cookie } = await buildPerson(app, "ada");
  const origin = `http://127.0.0.1:${port}`;
  return {
    database,
    add: (name: string, signal = new AbortController().signal) =>
      fetch(`${origin}/api/ai-tools`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify({ name }),
        signal,
      }),
    list: () => restClient(origin).call("GET", "/api/ai-tools", undefined, { cookie }),
  };
}

/** Locks a table until released, with a count of waiting connections. */
async function holding(
  url: string,
  table: "ai_tools" | "search_docs",
  mode: "access exclusive" | "share update exclusive" = "access exclusive",
) {
  const holder = await openServer(url, { hasIcu: true, hasTrigrams: false });
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: noteHeld } = Promise.withResolvers<void>();
  const done = holder.db.transaction().execute(async (db) => {
    await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(db);
    noteHeld();
    await letGo;
  });
  await held;
  onTestFinished(async () => {
    release();
    await done;
    await holder.close();
  });
  return {
    async countWaiting() {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_locks
        where not granted and relation = ${sql.lit(table)}::regclass`.execute(holder.db);
      return rows[0]?.count;
    },
    async release() {
      release();
      await done;
    },
  };
}

test("a request waits 5 seconds for a connection, a statement 30 seconds, and a job's statement 5 minutes", async () => {
  const { db, withLongTimeout } = await opened({});
  const readLimit = async () =>
    (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows[0]?.statement_timeout;
  expect(LIMITS.waitMs).toBe(5000);
  expect(await readLimit()).toBe("30s");
  expect(await withLongTimeout(readLimit)).toBe("5min");
});

test("a request without a free connection is refused, and the next one served", async () => {
  const { database, add, list } = await serving({ normalConnections: 2, waitMs: 1500 });
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
  const holders = [1, 2].map(() => {
    const { promise: held, resolve: noteHeld } = Promise.withResolvers<void>();
    const done = database.db.transaction().execute(async (db) => {
      await sql`select 1`.execute(db);
      noteHeld();
      await letGo;
    });
    return { held, done };
  });
  await Promise.all(holders.map(({ held }) => held));
  const refused = await add("Orca");
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual(BUSY);
  // Jobs have their own connections.
  await database.withLongTimeout(() => sql`select 1`.execute(database.db));
  release();
  await Promise.all(holders.map(({ done }) => done));
  expect((await add("Orca")).status).toBe(201);
  expect((await list()).body).toHaveLength(1);
});

test("a rate limit without a free connection reports that the server is busy", async () => {
  const url = await createMigratedDatabase();
  const { normal: pool, long: longPool } = openPools(url, { ...LIMITS, normalConnections: 1, waitMs: 1500 });
  onTestFinished(async () => {
    await pool.end();
    await longPool.end();
  });
  const limiter = createLimiter(pool, "tries", { points: 1, duration: 60 });
  const client = await pool.connect();
  const refusal: unknown = await limiter.consume("ada").catch((error: unknown) => error);
  client.release();
  expect(replyTo(refusal, "")).toMatchObject({ status: 503, body: BUSY });
  await expect(limiter.consume("ada")).resolves.toMatchObject({ remainingPoints: 0 });
});

test("a slow statement is cancelled, and its connection reused", async () => {
  const { database, add } = await serving({ normalConnections: 1, normalStatementMs: 200 });
  const lock = await holding(database.url, "ai_tools");
  const refused = await add("Orca");
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual(BUSY);
  await lock.release();
  expect((await add("Orca")).status).toBe(201);
});

test("a client that disconnects while waiting for the database leaves no connection in use", async () => {
  const { database, add, list } = await serving({ normalConnections: 2 });
  const lock = await holding(database.url, "ai_tools");
  const gone = new AbortController();
  const calls = ["Orca", "Bee"].map((name) => add(name, gone.signal).catch((error: unknown) => error));
  await expect.poll(() => lock.countWaiting()).toBe(2);
  gone.abort();
  expect(await Promise.all(calls)).toMatchObject([{ name: "AbortError" }, { name: "AbortError" }]);
  await lock.release();
  const statuses = await Promise.all(["Cat", "Dog"].map(async (name) => (await add(name)).status));
  expect(statuses).toEqual([201, 201]);
  expect((await list()).status).toBe(200);
});

test("a request to a silent server fails before its statement times out", async () => {
  const url = new URL(await createMigratedDatabase());
  const line = await cutLine(Number(url.port));
  onTestFinished(() => line.close());
  url.port = new URL(line.origin).port;
  const limits: Partial<typeof LIMITS> = { waitMs: 600_000, graceMs: 600_000, replyMs: 500 };
  const { db, withLongTimeout } = await opened(limits, url.href);
  const ask = () => sql`select 1`.execute(db);
  await Promise.all([ask(), withLongTimeout(ask)]);
  line.silence();
  const refusals = await Promise.all(
    [ask(), withLongTimeout(ask)].map((asked) => asked.catch((error: unknown) => error)),
  );
  for (const refusal of refusals)
    expect(replyTo(refusal, "")).toMatchObject({
      status: 503,
      body: { message: "The database cannot be reached. Try again in a moment." },
    });
  await line.stopFailing();
  await expect(ask()).resolves.toMatchObject({ rows: [{}] });
});

test("a database closes although its server is silent", async () => {
  const url = new URL(await createMigratedDatabase());
  const line = await cutLine(Number(url.port));
  onTestFinished(() => line.close());
  url.port = new URL(line.origin).port;
  const database = await openServer(url.href, await checkServer(url.href), {
    limits: { ...LIMITS, waitMs: 600_000, graceMs: 600_000, replyMs: 500 },
  });
  await sql`select 1`.execute(database.db);
  line.silence();
  const asked = sql`select 1`.execute(database.db).catch((error: unknown) => error);
  await database.close();
  expect(await asked).toMatchObject({ name: "StorageError", kind: "unreachable" });
});

test("an idle search index does not wait for table maintenance", async () => {
  const { db, url } = await opened({ normalStatementMs: 500 });
  await expect.poll(() => indexNext(db, 50)).toBe(false);
  const holder = await holding(url, "search_docs", "share update exclusive");
  expect(await indexNext(db, 50)).toBe(false);
  await holder.release();
});

test("the statement of a disconnected client is cancelled", async () => {
  const { db, url } = await opened({});
  const { normal: pool } = openSinglePool(url);
  const client = await pool.connect();
  const slow = client.query("select pg_sleep(60) as slow").catch((error: unknown) => error);
  const countSlow = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where query like '%as slow' and datname = current_database()`.execute(db);
    return rows[0]?.count;
  };
  await expect.poll(countSlow).toBe(1);
  client.release(true);
  await slow;
  await expect.poll(countSlow).toBe(0);
  await pool.end();
});
