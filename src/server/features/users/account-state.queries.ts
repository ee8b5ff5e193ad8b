import { type ExpressionBuilder, sql } from "kysely";

import type { Db } from "#db/database.ts";
import type { AccountEventRow, OneTimeLinkRow, Schema, UserRow } from "#db/schema.ts";
import { latestFirst, type Slice } from "#server/kernel/paging/paging.ts";

export const insertOneTimeLink = (db: Db, link: OneTimeLinkRow) =>
  db.insertInto("one_time_links").values(link).execute();

export const findOneTimeLink = (db: Db, tokenHash: string) =>
  db.selectFrom("one_time_links").selectAll().where("tokenHash", "=", tokenHash).executeTakeFirst();

/** Consumes a link. Of several concurrent calls only one succeeds. */
export const takeOneTimeLink = (db: Db, tokenHash: string, kind: OneTimeLinkRow["kind"], now: string) =>
  db
    .deleteFrom("one_time_links")
    .where("tokenHash", "=", tokenHash)
    .where("kind", "=", kind)
    .where("expiresAt", ">", now)
    .returningAll()
    .executeTakeFirst();

export const deleteOneTimeLinks = (db: Db, kind: OneTimeLinkRow["kind"], userId: string | null = null) =>
  db
    .deleteFrom("one_time_links")
    .where("kind", "=", kind)
    .where("userId", userId === null ? "is" : "=", userId)
    .execute();

export const deleteLinksCreatedBy = (db: Db, userId: string) =>
  db.deleteFrom("one_time_links").where("createdBy", "=", userId).execute();

/** Tables with a user's stars, read flags, visits, inbox and mentions. */
const PERSONAL_TABLES = [
  "comment_mentions",
  "comment_reads",
  "cursors",
  "inbox_entries",
  "deliveries",
  "mail_settings",
  "news_marks",
  "news_readers",
  "paper_marks",
  "paper_scores",
  "prompt_stars",
  "watches",
  "provider_accounts",
] as const;

/** Revokes everything that grants access without a password: API tokens and feed addresses. */
export async function revokeTokensAndFeeds(db: Db, userId: string, at: string): Promise<void> {
  await db
    .updateTable("api_tokens")
    .set({ revokedAt: at })
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .execute();
  await db.deleteFrom("feed_tokens").where("userId", "=", userId).execute();
}

/** Deletes a user's private data: stars, read flags, positions, tokens. */
export async function deletePersonalRows(db: Db, userId: string): Promise<void> {
  for (const table of PERSONAL_TABLES) await db.deleteFrom(table).where("userId", "=", userId).execute();
  await db.deleteFrom("api_tokens").where("userId", "=", userId).execute();
}

/** True if the user isn't an enabled admin, or not the only one. */
const leavesAnAdmin = ({ eb, or, exists, selectFrom }: ExpressionBuilder<Schema, "users">, id: string) =>
  or([
    eb("role", "!=", "admin"),
    eb("disabledAt", "is not", null),
    exists(
      selectFrom("users as others")
        .select("others.id")
        .where("others.role", "=", "admin")
        .where("others.disabledAt", "is", null)
        .where("others.id", "!=", id),
    ),
  ]);

/** Updates a user, unless no enabled admin would remain. Returns the updated user, or nothing. */
export const updateUserLeavingAnAdmin = (db: Db, id: string, changes: Partial<Omit<UserRow, "id">>) =>
  db
    .updateTable("users")
    .set(changes)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .where((eb) => leavesAnAdmin(eb, id))
    .returningAll()
    .executeTakeFirst();

/** Reserves a user name for its former account. */
export const insertFormerUsername = (db: Db, hash: string, userId: string) =>
  db
    .insertInto("former_usernames")
    .values({ hash, userId })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ userId }))
    .execute();

/** Finds the account for which a former user name is reserved. */
export const findFormerUsername = (db: Db, hash: string) =>
  db.selectFrom("former_usernames").select("userId").where("hash", "=", hash).executeTakeFirst();

/** Queues a user's comments for the search index, which stores the author's name with them. */
export const queueCommentsForSearch = (db: Db, userId: string) =>
  db
    .insertInto("search_queue")
    .columns(["kind", "itemId"])
    .expression(({ selectFrom }) =>
      selectFrom("comments")
        .select([sql<"comment">`'comment'`.as("kind"), "id"])
        .where("userId", "=", userId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const insertAccountEvent = (db: Db, row: AccountEventRow) =>
  db.insertInto("account_events").values(row).execute();

/** Lists account events with the names of their authors, newest first. */
export const listAccountEventRows = (db: Db, slice: Slice) =>
  latestFirst(
    db
      .selectFrom("account_events")
      .leftJoin("users", "users.id", "account_events.actorId")
      .selectAll("account_events")
      .select("users.username as actorUsername"),
    ["account_events.at", "account_events.id"],
    slice,
  ).execute();
