import { type RawBuilder, sql } from "kysely";

import type { Db } from "#db/database.ts";
import { countRows } from "#db/rows.ts";
import { sourceOf } from "#server/kernel/texts/text-source.ts";
import { ITEM_KINDS, type ItemKind, type ItemNouns, KINDS } from "#shared/kernel/item-address.ts";

/** Counts accounts, admins, people with an active session, and active sessions. */
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

/** Counts the items of each kind. Uses stored counts of news and papers, of which there may be a million. */
export const countItems = (db: Db): Promise<Record<ItemNouns, number>> =>
  db
    .selectNoFrom(() =>
      ITEM_KINDS.map((kind) =>
        (STORED_COUNTS[kind] ?? sql<number>`(select count(*) from ${sql.table(sourceOf(kind).table)})`).as(
          KINDS[kind].many,
        ),
      ),
    )
    .executeTakeFirstOrThrow();

const STORED_COUNTS: Partial<Record<ItemKind, RawBuilder<number>>> = {
  article: sql`coalesce((select stories from story_counts where ${sql.ref("toolId")} = ''), 0)`,
  paper: sql`coalesce((select papers from paper_counts where category = ''), 0)`,
};

/** Returns all usernames and the number of tools. Works with a database of any version. */
export async function readUsernamesAndTools(db: Db): Promise<{ usernames: string[]; tools: number }> {
  const rows = await db.selectFrom("users").select("username").execute();
  const tools = await countRows(db.selectFrom("ai_tools"));
  return { usernames: rows.map(({ username }) => username), tools };
}

export { deleteSetting, findSetting, storeSetting } from "#db/settings.ts";
