import { sql } from "kysely";
import { describe, expect, test } from "vitest";

import { databaseWithoutTables } from "#tests/support/postgresql-engine.ts";

import type { Db } from "../../database.ts";
import { engineOf } from "../../engine.ts";
import { prepareIndexes, type ServerFeatures } from "./prepare-indexes.ts";

const PAPERS = 3000;

/** Papers: every second one is about whales, and every thousandth about Ærø. */
async function archive(without: Partial<ServerFeatures>): Promise<Db> {
  const db = await databaseWithoutTables(without);
  await sql`create table research_papers ("place" bigint primary key, "title" text collate "C" not null,
    "authors" text collate "C" not null, "abstract" text collate "C" not null)`.execute(db);
  await sql`create table news_articles ("place" bigint primary key, "title" text collate "C" not null,
    "content" text collate "C", "leadPlace" bigint)`.execute(db);
  expect(await db.transaction().execute(prepareIndexes)).toMatchObject({ hasTrigrams: true });
  await sql`insert into research_papers
    select n * 2048, case n % 2 when 0 then 'A WHALE' else 'An orca' end, 'Ada',
      case n % 1000 when 0 then 'On ÆRØ, 100 %' else 'Elsewhere' end
    from generate_series(1, ${sql.lit(PAPERS)}) as n`.execute(db);
  await sql`insert into news_articles values (1, 'Whales', null, null), (2, 'Whales again', '', 1)`.execute(
    db,
  );
  await sql`analyze`.execute(db);
  return db;
}

const LATEST = { before: Number.MAX_SAFE_INTEGER, count: 50 };

describe("on a server", () => {
  test.each([
    ["with indexes of trigrams", { hasTrigrams: true }],
    ["without", { hasTrigrams: false }],
  ])("finds the latest sort keys of texts %s", async (_, features) => {
    const db = await archive(features);
    const { sortKeysInIndex } = engineOf(db);
    const find = async (parts: string[], slice = LATEST) =>
      (await sortKeysInIndex(db, "paper_trigrams", parts, slice)).map((place) => place / 2048);
    expect(await find(["whale"])).toEqual(Array.from({ length: 50 }, (_unused, n) => PAPERS - 2 * n));
    expect(await find(["ærø"])).toEqual([3000, 2000, 1000]);
    expect(await find(["whale", "100 %"], { before: 3000 * 2048, count: 1 })).toEqual([2000]);
    expect(await find(["orca", "ærø"])).toEqual([]);
    expect(await find(["whale"], { before: 5 * 2048, count: 50 })).toEqual([4, 2]);
    expect(await find(["whale"], { ...LATEST, count: 1000 })).toHaveLength(1000);
  });

  test("finds a cluster by its leading article", async () => {
    const db = await archive({});
    expect(await engineOf(db).sortKeysInIndex(db, "story_trigrams", ["WHALES"], LATEST)).toEqual([1]);
  });

  test("leaves existing indexes unchanged", async () => {
    const db = await archive({});
    expect(await db.transaction().execute(prepareIndexes)).toMatchObject({ hasTrigrams: true });
  });

  test("uses the index to find a rare part of a word", async () => {
    const db = await archive({});
    await sql`set enable_seqscan = off`.execute(db);
    const { contains } = engineOf(db);
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain select 1 from research_papers
      where ${contains(sql`"title" || chr(10) || "authors" || chr(10) || "abstract"`, "ærø")}`.execute(db);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("paper_trigrams");
  });
});
