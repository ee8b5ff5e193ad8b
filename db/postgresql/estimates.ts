import { type RawBuilder, sql } from "kysely";

import type { Db } from "../database.ts";
import type { Schema } from "../schema.ts";

/** Returns the server's estimate of a table's rows; 0 before its first count. */
export async function estimateRows(db: Db, table: (keyof Schema & string) | "search_words"): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::float8 as rows from pg_class
    where oid = ${sql.lit(table)}::regclass`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** Returns the planner's estimate of a query's rows, without executing it. */
export async function estimateMatches(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(db);
  return Number(/ rows=(\d+)/u.exec(rows[0]?.["QUERY PLAN"] ?? "")?.[1] ?? 0);
}
