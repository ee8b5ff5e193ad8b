import Database from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { Dialect } from "./dialect.ts";

test("a transaction that SQLite ends by itself fails with what ended it, and the next one works", async () => {
  const sqlite = new Database(":memory:");
  const db = new Kysely<{ whale: { name: string } }>({ dialect: new Dialect(sqlite) });
  onTestFinished(() => db.destroy());
  sqlite.exec(`create table whale (name text not null);
    create trigger full before insert on whale when new.name = 'Orca' begin select raise(rollback, 'no room'); end`);
  const add = (...names: string[]) =>
    db.transaction().execute(async (transaction) => {
      for (const name of names) await transaction.insertInto("whale").values({ name }).execute();
    });

  await expect(add("Beluga", "Orca")).rejects.toThrow("no room");
  await add("Minke");
  expect(await db.selectFrom("whale").select("name").execute()).toEqual([{ name: "Minke" }]);
  const failing = db
    .transaction()
    .execute((transaction) => sql`select missing from whale`.execute(transaction));
  await expect(failing).rejects.toThrow("no such column");
  expect(sqlite.inTransaction).toBe(false);
});
