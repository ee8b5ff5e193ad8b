import Database from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";

import { Dialect } from "./dialect.ts";

function whales() {
  const sqlite = new Database(":memory:");
  sqlite.exec("create table whale (name text not null) strict");
  const prepared = vi.spyOn(sqlite, "prepare");
  const dialect = new Dialect(sqlite);
  const db = new Kysely<{ whale: { name: string } }>({ dialect });
  onTestFinished(() => db.destroy());
  return { db, dialect, countPrepared: () => prepared.mock.calls.length };
}

test("a statement is prepared once, whatever its values", async () => {
  const { db, countPrepared } = whales();
  for (const name of ["Orca", "Beluga", "Minke"]) await db.insertInto("whale").values({ name }).execute();
  for (const name of ["Orca", "Beluga"]) {
    const found = await db.selectFrom("whale").selectAll().where("name", "=", name).execute();
    expect(found).toEqual([{ name }]);
  }
  expect(countPrepared()).toBe(2);
});

test("statements that are no longer used make room for others", async () => {
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

test("a kept statement knows a column that was added since", async () => {
  const { db } = whales();
  await db.insertInto("whale").values({ name: "Orca" }).execute();
  const read = () => db.selectFrom("whale").selectAll().execute();
  await read();
  await db.schema.alterTable("whale").addColumn("length", "integer").execute();
  expect(await read()).toEqual([{ name: "Orca", length: null }]);
});

test("writes are counted, reads are not", async () => {
  const { db, dialect } = whales();
  const counts = [dialect.writes];
  await db.selectFrom("whale").selectAll().execute();
  counts.push(dialect.writes);
  await db.insertInto("whale").values({ name: "Orca" }).execute();
  counts.push(dialect.writes);
  await db.updateTable("whale").set({ name: "Beluga" }).returningAll().execute();
  counts.push(dialect.writes);
  await db.deleteFrom("whale").execute();
  counts.push(dialect.writes);
  expect(counts).toEqual([0, 0, 1, 2, 3]);
});
