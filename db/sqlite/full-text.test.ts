import Database from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import type { Db } from "../database.ts";
import { Dialect } from "./dialect.ts";
import { createFullTextTable, listFullTextTables, mergeFullTextStep, quoteFullText } from "./full-text.ts";

async function emptyTable(): Promise<Db> {
  const db: Db = new Kysely({ dialect: new Dialect(new Database(":memory:")) });
  onTestFinished(() => db.destroy());
  await createFullTextTable(db, "whales", "name, content='', contentless_delete=1");
  return db;
}

const find = async (db: Db, words: string) => {
  const { rows } = await sql<{ rowid: number }>`
    select rowid from whales where whales match ${words} order by rowid`.execute(db);
  return rows.map(({ rowid }) => rowid);
};

/** Each transaction leaves a segment, which every search reads. */
const countSegments = async (db: Db) => {
  const { rows } = await sql<{
    count: number;
  }>`select count(distinct segid) as count from whales_idx`.execute(db);
  return rows[0]?.count;
};

test("merges nothing while writing; merge steps run until nothing is left", async () => {
  const db = await emptyTable();
  for (let id = 1; id <= 40; id += 1) {
    await sql`insert into whales (rowid, name) values (${id}, ${`Whale number${id}`})`.execute(db);
  }
  expect(await countSegments(db)).toBe(40);
  let steps = 0;
  while (await mergeFullTextStep(db, "whales")) steps += 1;
  expect(steps).toBeGreaterThan(0);
  expect(await countSegments(db)).toBeLessThan(10);
  expect(await mergeFullTextStep(db, "whales")).toBe(false);
  expect(await find(db, "number7")).toEqual([7]);
  expect(await find(db, "whale")).toHaveLength(40);
});

test("lists full-text tables by name, without their internal tables", async () => {
  expect(await listFullTextTables(await emptyTable())).toEqual(["whales"]);
});

test.each(['blue AND "', "name: blue", "blue*", "NEAR(blue)", "^blue", 'say "blue"'])(
  "searches for %s literally",
  async (text) => {
    const db = await emptyTable();
    await sql`insert into whales (rowid, name) values (1, 'near and say name blue'), (2, 'say blue')`.execute(
      db,
    );
    await expect(find(db, quoteFullText(text))).resolves.toBeInstanceOf(Array);
    expect(await find(db, quoteFullText('say "blue"'))).toEqual([2]);
  },
);
