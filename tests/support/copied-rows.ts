import { sql } from "kysely";

import type { TestApp } from "./test-app.ts";
import { columnsOf } from "./test-database.ts";

/**
 * Copies the first row of a table; `changed` are the columns that differ, as SQL with the copy's number `n`.
 */
export async function copyRow(
  app: TestApp,
  table: string,
  changed: Record<string, string>,
  [from, to]: readonly [number, number],
) {
  const columns = (await columnsOf(app.db, table)).filter((name) => name !== "position");
  const values = columns.map((name) => changed[name] ?? `"${name}"`);
  await sql`
    with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)})
    insert into ${sql.table(table)} (${sql.raw(columns.map((name) => `"${name}"`).join(", "))})
    select ${sql.raw(values.join(", "))} from (select * from ${sql.table(table)} limit 1) as original, numbers`.execute(
    app.db,
  );
}
