import { sql } from "kysely";
import { expect, test } from "vitest";

import { testApp } from "#tests/support/test-app.ts";

import { compileOnce } from "./engine.ts";

test("a query is compiled once, and runs with the values of each call", async () => {
  const { db } = await testApp();
  let builds = 0;
  const repeat = compileOnce((executor, { word, other }: { word: string; other: string | null }) => {
    builds += 1;
    return sql<{ text: string }>`
      select coalesce(cast(${other} as text), ${word}) || ${word} || ${sql.lit("!")} as text`.compile(
      executor,
    );
  });
  expect(await repeat(db, { word: "a", other: null })).toEqual([{ text: "aa!" }]);
  const rows = await db.transaction().execute((inside) => repeat(inside, { word: "b", other: "c" }));
  expect(rows).toEqual([{ text: "cb!" }]);
  expect(builds).toBe(1);
});
