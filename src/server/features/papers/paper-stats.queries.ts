import { sql } from "kysely";

import type { Db } from "#db/open.ts";

/** How many papers name each category, the most frequent first. */
export async function countByCategory(db: Db): Promise<{ category: string; count: number }[]> {
  const { rows } = await sql<{ category: string; count: number }>`
    select named.value as category, count(*) as count
    from research_papers, json_each(research_papers.categories) as named
    group by named.value
    order by count desc, category`.execute(db);
  return rows;
}

/** How many papers were published on each day since `since`, oldest first; days without any are left out. */
export const countByDay = (db: Db, since: string): Promise<{ day: string; count: number }[]> =>
  db
    .selectFrom("research_papers")
    .select([sql<string>`substr(publishedAt, 1, 10)`.as("day"), sql<number>`count(*)`.as("count")])
    .where("publishedAt", ">=", since)
    .groupBy("day")
    .orderBy("day")
    .execute();
