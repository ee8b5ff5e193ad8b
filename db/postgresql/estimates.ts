import { type RawBuilder, sql } from "kysely";

import type { Db } from "../database.ts";
import type { Schema } from "../schema.ts";

/** How many rows a table has, as the server last counted them; 0 where it has not yet. */
export async function estimateRows(db: Db, table: (keyof Schema & string) | "search_words"): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::float8 as rows from pg_class
    where oid = ${sql.lit(table)}::regclass`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** How many rows a query would give, as the server guesses by its statistics without executing it. */
export async function estimateMatches(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(db);
  return Number(/ rows=(\d+)/u.exec(rows[0]?.["QUERY PLAN"] ?? "")?.[1] ?? 0);
}
