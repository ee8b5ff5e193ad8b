import { statSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import type { WriteAheadLog } from "#db/database.ts";
import { type OpenFile, openFile } from "#db/sqlite/open-file.ts";
import { walCheckpointer } from "#server/kernel/storage/wal-checkpointer.ts";
import type { Workers } from "#server/workers/workers.ts";
import { inlineWorkers } from "#tests/support/inline-workers.ts";
import { temporaryFolder } from "#tests/support/test-app.ts";

const log = pino({ level: "silent" });

interface LoggedFile extends OpenFile {
  log: WriteAheadLog;
}

async function newDatabase(): Promise<LoggedFile> {
  const database = openFile(join(temporaryFolder(), "log.db"));
  onTestFinished(() => database.close());
  await sql`create table notes (text text)`.execute(database.db);
  if (database.log === null) throw new Error("a file has a log");
  return { ...database, log: database.log };
}

/** A little more than a page for each. */
const write = (database: OpenFile, notes: number) =>
  sql`insert into notes
    with recursive counter (number) as (select 1 union all select number + 1 from counter where number < ${notes})
    select hex(zeroblob(2500)) from counter`.execute(database.db);

const checkpointerOf = (database: OpenFile, workers: Workers = inlineWorkers()) =>
  walCheckpointer({ workers, log }, database, new AbortController().signal);

const failing: Workers = { ...inlineWorkers(), run: () => Promise.reject(new Error("no thread")) };

test("empties a large log, with all of it in the file", async () => {
  const database = await newDatabase();
  const checkpoint = checkpointerOf(database);
  await write(database, 100);
  const few = database.log.countPages().unsaved;
  expect(few).toBeGreaterThan(100);
  await checkpoint();
  expect(database.log.countPages().unsaved).toBe(few);
  await write(database, 2000);
  expect(database.log.countPages().unsaved).toBeGreaterThan(2000);
  await checkpoint();
  expect(database.log.countPages().unsaved).toBe(0);
  const { rows } = await sql<{ notes: number }>`select count(*) as notes from notes`.execute(database.db);
  expect(rows).toEqual([{ notes: 2100 }]);
});

test("checks the log more often during writes", async () => {
  const database = await newDatabase();
  const checkpoint = checkpointerOf(database);
  expect(await checkpoint()).toBeNull();
  await write(database, 1);
  expect(await checkpoint()).toBe(100);
  expect(await checkpoint()).toBeNull();
});

test("waits longer before retrying a log that cannot be emptied", async () => {
  const database = await newDatabase();
  await write(database, 2000);
  expect(await checkpointerOf(database, failing)()).toBe(60_000);
  expect(database.log.countPages().unsaved).toBeGreaterThan(2000);
  await checkpointerOf(database)();
  expect(database.log.countPages().unsaved).toBe(0);
});

test("empties the log during the server's own transaction", async () => {
  const database = await newDatabase();
  const checkpoint = checkpointerOf(database);
  await write(database, 2000);
  await database.db.transaction().execute(async (db) => {
    await sql`insert into notes values ('here')`.execute(db);
    expect(await checkpoint()).toBeLessThanOrEqual(1000);
    expect(database.log.countPages().unsaved).toBe(0);
  });
});

test("checks a briefly locked log again in a second, without emptying it in a commit", async () => {
  const database = await newDatabase();
  database.log.checkpointOnCommit(false);
  await write(database, 17_000);
  const countPages = (): never => {
    throw new Database.SqliteError("database table is locked", "SQLITE_LOCKED");
  };
  const locked = { ...database, log: { ...database.log, countPages } };
  expect(await checkpointerOf(locked)()).toBe(1000);
  await write(database, 1);
  expect(database.log.countPages().unsaved).toBeGreaterThan(17_000);
});

test("limits the log to 64 MB under steady writing and concurrent page copies", async () => {
  const database = await newDatabase();
  const inline = inlineWorkers();
  let isPaused = false;
  const pauseWrites: WriteAheadLog["pauseWrites"] = (work) =>
    database.log.pauseWrites(() => {
      isPaused = true;
      return work().finally(() => {
        isPaused = false;
      });
    });
  const steady: Workers = {
    ...inline,
    async run(name, input, options) {
      const result = await inline.run(name, input, options);
      // Writes occur while pages are copied, unless paused.
      if (!isPaused) await write(database, 200);
      return result;
    },
  };
  const checkpoint = checkpointerOf({ ...database, log: { ...database.log, pauseWrites } }, steady);
  for (let round = 0; round < 20; round += 1) {
    await write(database, 1200);
    await checkpoint();
    expect(statSync(`${database.file}-wal`).size).toBeLessThan(64_000_000);
  }
}, 30_000);

test("leaves copying pages to the worker, and to large commits once the worker has stopped", async () => {
  const database = await newDatabase();
  await checkpointerOf(database)();
  await write(database, 17_000);
  await write(database, 1);
  expect(database.log.countPages().unsaved).toBeGreaterThan(17_000);
  await checkpointerOf(database, failing)();
  await write(database, 1);
  expect(database.log.countPages().unsaved).toBe(0);
}, 30_000);

test("delays writes while paused, but not reads", async () => {
  const database = await newDatabase();
  const { promise, resolve } = Promise.withResolvers<void>();
  const paused = database.log.pauseWrites(() => promise);
  const written = write(database, 1);
  const count = async () =>
    (await sql<{ notes: number }>`select count(*) as notes from notes`.execute(database.db)).rows[0]?.notes;
  expect(await count()).toBe(0);
  resolve();
  await Promise.all([paused, written]);
  expect(await count()).toBe(1);
});
