import { join } from "node:path";

import { sql } from "kysely";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import type { OpenDatabase } from "#db/database.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { keepLogShort } from "#server/log-keeper.ts";
import type { Workers } from "#server/workers/workers.ts";
import { inlineWorkers } from "#tests/support/inline-workers.ts";
import { temporaryFolder } from "#tests/support/test-app.ts";

const log = pino({ level: "silent" });

async function newDatabase(): Promise<OpenDatabase> {
  const database = openFile(join(temporaryFolder(), "log.db"));
  onTestFinished(() => database.close());
  await sql`create table notes (text text)`.execute(database.db);
  return database;
}

/** A page and a bit for each. */
const write = (database: OpenDatabase, notes: number) =>
  sql`insert into notes
    with recursive counter (number) as (select 1 union all select number + 1 from counter where number < ${notes})
    select hex(zeroblob(2500)) from counter`.execute(database.db);

/** Looks once; returns how long it rests then, in milliseconds. */
const lookOnce = (database: OpenDatabase, workers: Workers = inlineWorkers()) =>
  keepLogShort({ workers, log }, database, new AbortController().signal);

test("the log is emptied once much stands in it, and all of it is in the file then", async () => {
  const database = await newDatabase();
  await write(database, 100);
  const few = database.countPagesInLog();
  expect(few).toBeGreaterThan(100);
  expect(await lookOnce(database)).toBe(1000);
  expect(database.countPagesInLog()).toBe(few);
  await write(database, 2000);
  expect(database.countPagesInLog()).toBeGreaterThan(2000);
  await lookOnce(database);
  expect(database.countPagesInLog()).toBe(0);
  const { rows } = await sql<{ notes: number }>`select count(*) as notes from notes`.execute(database.db);
  expect(rows).toEqual([{ notes: 2100 }]);
});

test("what cannot be emptied is tried again after a longer rest", async () => {
  const database = await newDatabase();
  await write(database, 2000);
  const failing: Workers = { ...inlineWorkers(), run: () => Promise.reject(new Error("no thread")) };
  expect(await lookOnce(database, failing)).toBe(60_000);
  expect(database.countPagesInLog()).toBeGreaterThan(2000);
  await lookOnce(database);
  expect(database.countPagesInLog()).toBe(0);
});
