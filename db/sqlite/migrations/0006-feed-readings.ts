import { type QueryExecutorProvider, sql } from "kysely";

/** Results of the last fetch of each team feed. */
export async function feedReadings(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table news_feeds add column reading text check (json_valid(reading))`.execute(db);
}
