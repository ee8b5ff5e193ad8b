import { sql } from "kysely";

import type { Db } from "#db/database.ts";

/** Counts accounts, and those with an active session. */
export async function countPeople(
  db: Db,
  now: string,
): Promise<{ accounts: number; admins: number; signedIn: number; sessions: number }> {
  return db
    .selectNoFrom(() => [
      sql<number>`(select count(*) from users where ${sql.ref("deletedAt")} is null)`.as("accounts"),
      sql<number>`(select count(*) from users where role = 'admin' and ${sql.ref("disabledAt")} is null)`.as(
        "admins",
      ),
      sql<number>`(select count(distinct ${sql.ref("userId")}) from session where expire > ${now})`.as(
        "signedIn",
      ),
      sql<number>`(select count(*) from session where expire > ${now})`.as("sessions"),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts items of each kind. Triggers count news and papers, of which there may be a million. */
export const countItems = (
  db: Db,
): Promise<{ tools: number; articles: number; papers: number; prompts: number; readings: number }> =>
  db
    .selectNoFrom(() => [
      sql<number>`(select count(*) from ai_tools)`.as("tools"),
      sql<number>`coalesce((select stories from story_counts where ${sql.ref("toolId")} = ''), 0)`.as(
        "articles",
      ),
      sql<number>`coalesce((select papers from paper_counts where category = ''), 0)`.as("papers"),
      sql<number>`(select count(*) from prompts)`.as("prompts"),
      sql<number>`(select count(*) from readings)`.as("readings"),
    ])
    .executeTakeFirstOrThrow();
