import { CompiledQuery, sql } from "kysely";
import type { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";

import { createDatabase } from "#tests/support/postgresql.ts";

import { openSinglePool } from "./connections.ts";
import { openWith } from "./open.ts";

const FEATURES = { hasIcu: true, hasTrigrams: false };

/**
 * Creates a database whose server replies to each statement with `answer`. Returns the statements and the ends of the
 * connections.
 */
function createAnsweringDatabase(answer: (statement: string) => object) {
  const statements: string[] = [];
  const releases: unknown[] = [];
  const client = {
    query(text: string) {
      statements.push(text);
      return Promise.resolve().then(() => answer(text));
    },
    release: (isBroken: unknown) => releases.push(isBroken),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all of a pool that the dialect uses
  const pool = { connect: () => Promise.resolve(client), end: () => Promise.resolve() } as unknown as Pool;
  return { db: openWith({ normal: pool, long: pool }, FEATURES), statements, releases };
}

const reply = (command: string) => ({ command, rowCount: 0, rows: [] });

test("stops waiting for a server that stops responding in a transaction", async () => {
  const { db, statements, releases } = createAnsweringDatabase((statement) => {
    if (statement === "select 1") throw new Error("Query read timeout");
    return reply(statement.toUpperCase());
  });
  const work = db
    .transaction()
    .execute((transaction) => transaction.executeQuery(CompiledQuery.raw("select 1")));
  await expect(work).rejects.toMatchObject({ kind: "unreachable" });
  expect(statements).toEqual(["start transaction isolation level serializable", "select 1"]);
  expect(releases).toEqual([true]);
});

test("does not report a transaction as committed if it continued after a failed statement", async () => {
  const db = openWith(openSinglePool(await createDatabase()), FEATURES);
  onTestFinished(() => db.destroy());
  await sql`create table notes (text text)`.execute(db);
  const work = db.transaction().execute(async (transaction) => {
    await sql`insert into notes values ('kept')`.execute(transaction);
    await sql`select 1 / 0`.execute(transaction).catch(() => {});
  });
  await expect(work).rejects.toThrow("continued after a failed statement");
  expect((await sql`select * from notes`.execute(db)).rows).toEqual([]);
});

test("reuses a connection after its transaction was abandoned", async () => {
  const db = openWith(openSinglePool(await createDatabase()), FEATURES);
  const other = openWith(openSinglePool(await createDatabase()), FEATURES);
  onTestFinished(async () => {
    await db.destroy();
    await other.destroy();
  });
  const connection = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  const before = await connection();
  let rounds = 0;
  await sql`create table notes (text text)`.execute(db);
  await db.transaction().execute(async (transaction) => {
    rounds += 1;
    // Raises the server's error for a commit that conflicts with another one.
    await sql`create function give_up() returns trigger language plpgsql as
      $$ begin raise exception 'met another one' using errcode = '40001'; end $$`.execute(transaction);
    await sql`create constraint trigger give_up after insert on notes initially deferred
      for each row execute function give_up()`.execute(transaction);
    if (rounds === 1) await sql`insert into notes values ('once')`.execute(transaction);
  });
  expect(rounds).toBe(2);
  expect(await connection()).toBe(before);
});
