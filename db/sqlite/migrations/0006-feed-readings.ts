import { type QueryExecutorProvider, sql } from "kysely";

/** What was found in each of the team's feeds when it was last read. */
export async function feedReadings(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table news_feeds add column reading text check (json_valid(reading))`.execute(db);
}
