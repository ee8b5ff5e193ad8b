import Database from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { Dialect } from "./dialect.ts";

function whales() {
  const sqlite = new Database(":memory:");
  sqlite.exec("create table whale (name text not null) strict");
  const prepared = vi.spyOn(sqlite, "prepare");
  const dialect = new Dialect(sqlite);
  const db = new Kysely<{ whale: { name: string } }>({ dialect });
  onTestFinished(() => db.destroy());
  // Doesn't count the statement that begins transactions.
  const countPrepared = () => prepared.mock.calls.filter(([text]) => !text.startsWith("begin")).length;
  return { db, dialect, countPrepared };
}

test("prepares a statement once for all values", async () => {
  const { db, countPrepared } = whales();
  for (const name of ["Orca", "Beluga", "Minke"]) await db.insertInto("whale").values({ name }).execute();
  for (const name of ["Orca", "Beluga"]) {
    const found = await db.selectFrom("whale").selectAll().where("name", "=", name).execute();
    expect(found).toEqual([{ name }]);
  }
  expect(countPrepared()).toBe(2);
});

test("evicts unused statements for others", async () => {
  const { db, countPrepared } = whales();
  const ask = (number: number) => sql`select ${sql.lit(number)} as n`.execute(db);
  for (let number = 0; number < 600; number += 1) {
    await ask(number);
    await ask(0);
  }
  expect(countPrepared()).toBe(600);
  await ask(1);
  expect(countPrepared()).toBe(601);
});

test("sees a new column in a cached statement", async () => {
  const { db } = whales();
  await db.insertInto("whale").values({ name: "Orca" }).execute();
  const read = () => db.selectFrom("whale").selectAll().execute();
  await read();
  await db.schema.alterTable("whale").addColumn("length", "integer").execute();
  expect(await read()).toEqual([{ name: "Orca", length: null }]);
});

describe("the write version", () => {
  test("changes with every write, but not with reads", async () => {
    const { db, dialect } = whales();
    const versions = [dialect.writes.writesVersion()];
    for (const write of [
      db.insertInto("whale").values({ name: "Orca" }),
      db.updateTable("whale").set({ name: "Beluga" }).returningAll(),
      db.insertInto("whale").orIgnore().values({ name: "Orca" }),
      db.deleteFrom("whale"),
    ]) {
      await write.execute();
      versions.push(dialect.writes.writesVersion());
      await db.selectFrom("whale").selectAll().execute();
      expect(dialect.writes.writesVersion()).toBe(versions.at(-1));
    }
    expect(new Set(versions).size).toBe(5);
  });

  test("of a table is unchanged by writes to another table, unless the written table is unknown", async () => {
    const { db, dialect } = whales();
    await sql`create table squid (name text)`.execute(db);
    const before = dialect.writes.writesVersion(["squid"]);
    await db.insertInto("whale").values({ name: "Orca" }).execute();
    expect(dialect.writes.writesVersion(["squid"])).toBe(before);
    expect(dialect.writes.writesVersion(["squid", "whale"])).not.toBe(before);
    await sql`with named as (select 'Kraken' as name) insert into squid select name from named`.execute(db);
    expect(dialect.writes.writesVersion(["squid"])).not.toBe(before);
  });

  test("changes again when the transaction ends, because others read old data until then", async () => {
    const { db, dialect } = whales();
    const { during, commit } = await db.transaction().execute(async (transaction) => {
      await transaction.insertInto("whale").values({ name: "Orca" }).execute();
      return { during: dialect.writes.writesVersion(["whale"]), commit: dialect.writes.lastCommit };
    });
    expect(dialect.writes.writesVersion(["whale"])).not.toBe(during);
    expect(dialect.writes.lastCommit).toBeGreaterThan(commit);
  });
});

describe("a commit listener", () => {
  function createListenedDatabase() {
    const { db, dialect } = whales();
    const listener = vi.fn<() => void>();
    dialect.writes.onCommit(["whale"], listener);
    const insert = (writer: typeof db, name: string | null) =>
      sql`insert into whale (name) values (${name})`.execute(writer);
    return { db, listener, insert };
  }

  test("is called after each commit, and not before", async () => {
    const { db, listener, insert } = createListenedDatabase();
    await insert(db, "Orca");
    expect(listener).toHaveBeenCalledTimes(1);
    await db.transaction().execute(async (transaction) => {
      await insert(transaction, "Beluga");
      await insert(transaction, "Minke");
      expect(listener).toHaveBeenCalledTimes(1);
    });
    expect(listener).toHaveBeenCalledTimes(2);
    await db.selectFrom("whale").selectAll().execute();
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test("is not called for rolled-back or failed writes", async () => {
    const { db, listener, insert } = createListenedDatabase();
    const failure = new Error("taken back");
    const rolledBack = db.transaction().execute(async (transaction) => {
      await insert(transaction, "Orca");
      throw failure;
    });
    await expect(rolledBack).rejects.toBe(failure);
    await expect(insert(db, null)).rejects.toThrow("NOT NULL");
    expect(listener).not.toHaveBeenCalled();
    await sql`create table squid (name text)`.execute(db);
    listener.mockClear();
    await sql`insert into squid (name) values ('Kraken')`.execute(db);
    expect(listener).not.toHaveBeenCalled();
  });

  test("is called for writes to unknown tables", async () => {
    const { db, listener } = createListenedDatabase();
    await sql`with named as (select 'Orca' as name) insert into whale select name from named`.execute(db);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
