import { sql } from "kysely";
import { describe, expect, test } from "vitest";

import { databaseWithoutTables } from "#tests/support/postgresql-engine.ts";

import type { Db } from "../database.ts";
import { engineOf } from "../engine.ts";

const value = async (db: Db, expression: ReturnType<typeof sql>): Promise<unknown> => {
  const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(db);
  return rows[0]?.value;
};

describe("on a server", () => {
  test.each([
    ["ASCII", "Whale Watch", "WALE W", false],
    ["ASCII", "Whale Watch", "hALE w", true],
    ["accents", "Ünïcode ÉTÉ", "été", true],
    ["Greek", "Η ΣΟΦΙΑ", "σοφία", false],
    ["Cyrillic", "Киты ПОЮТ", "поют", true],
    ["wildcards", "100 %_\\", "0 %_\\", true],
    ["wildcards as letters", "100 percent", "%", false],
    ["an apostrophe", "the whale's tail", "WHALE'S", true],
  ])("contains ignores case: %s", async (_, text, part, isFound) => {
    const db = await databaseWithoutTables();
    expect(await value(db, engineOf(db).contains(sql`${text}::text`, part))).toBe(isFound);
  });

  test("uses the case rules of the database's locale without ICU", async () => {
    const db = await databaseWithoutTables({ hasIcu: false });
    expect(await value(db, engineOf(db).contains(sql`${"Whale É"}::text`, "WHALE É"))).toBe(true);
  });

  test("sorts lower-case text by its bytes", async () => {
    const db = await databaseWithoutTables();
    const { lowerCase } = engineOf(db);
    expect(await value(db, sql`${lowerCase(sql`${"É_"}::text`)} > ${lowerCase(sql`${"ZA"}::text`)}`)).toBe(
      true,
    );
    expect(await value(db, lowerCase(sql`${"ÄÖ ΩΣ"}::text`))).toBe("äö ως");
  });

  test("binds any number of values as one parameter", async () => {
    const db = await databaseWithoutTables();
    const { valuesOf } = engineOf(db);
    const hostile = ['"', "\\", "{a,b}", "NULL", "", "é, '"];
    for (const text of hostile) expect(await value(db, sql`${text} in ${valuesOf(hostile)}`)).toBe(true);
    expect(await value(db, sql`'no' in ${valuesOf(hostile)}`)).toBe(false);
    expect(await value(db, sql`8589934592 in ${valuesOf([1, 8_589_934_592])}`)).toBe(true);
    expect(await value(db, sql`coalesce(1 in ${valuesOf<number>([])}, false)`)).toBe(false);
  });

  test("binds rows as one table, with nulls and column types", async () => {
    const db = await databaseWithoutTables();
    const rows = [
      { itemId: "b, \"'", seen: 8_589_934_592 },
      { itemId: "A", seen: null },
    ];
    const table = engineOf(db).rowsOf(rows, { itemId: "text", seen: "integer" });
    const answer = await sql`select * from ${table} as given order by "itemId" desc`.execute(db);
    expect(answer.rows).toEqual(rows);
  });

  test("reads fields and items of JSON", async () => {
    const db = await databaseWithoutTables();
    const { jsonText, jsonItems } = engineOf(db);
    await sql`create temporary table things ("fields" text, "tags" text)`.execute(db);
    await sql`insert into things values (${'{"name":"Whale"}'}, ${'["sea","Sky"]'})`.execute(db);
    expect(await value(db, sql`(select ${jsonText("fields", "name")} from things)`)).toBe("Whale");
    expect(await value(db, sql`(select ${jsonText("fields", "none")} from things)`)).toBe(null);
    const items =
      await sql`select tag.value from things, ${jsonItems(sql.ref("things.tags"))} as tag`.execute(db);
    expect(items.rows).toEqual([{ value: "sea" }, { value: "Sky" }]);
  });
});
