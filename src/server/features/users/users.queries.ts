import { type ExpressionBuilder, type Insertable, sql } from "kysely";

import type { Db } from "#db/database.ts";
import { countRows } from "#db/rows.ts";
import type { AccountEventRow, OneTimeLinkRow, ProviderAccountRow, Schema, UserRow } from "#db/schema.ts";
import { latestFirst, type PageSlice } from "#server/kernel/paging/paging.ts";
import { foldUsername } from "#shared/accounts/user-rules.ts";

/** Finds the user who is linked with an account at the provider. */
export const findUserByProvider = (db: Db, { issuer, subject }: { issuer: string; subject: string }) =>
  db
    .selectFrom("provider_accounts")
    .innerJoin("users", "users.id", "provider_accounts.userId")
    .selectAll("users")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .where("users.deletedAt", "is", null)
    .executeTakeFirst();

export const findProviderAccount = (db: Db, userId: string) =>
  db.selectFrom("provider_accounts").selectAll().where("userId", "=", userId).executeTakeFirst();

/** Links an account at the provider, unless the account or the user is linked already. */
export const insertProviderAccount = (db: Db, row: ProviderAccountRow) =>
  db
    .insertInto("provider_accounts")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("userId")
    .executeTakeFirst();

export const deleteProviderAccount = (db: Db, userId: string) =>
  db.deleteFrom("provider_accounts").where("userId", "=", userId).returning("userId").executeTakeFirst();

/** Lists at most two unlinked users with this email address, ignoring case. */
export const findUsersByEmail = (db: Db, email: string) =>
  db
    .selectFrom("users")
    .selectAll()
    .where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .where("deletedAt", "is", null)
    .where("id", "not in", ({ selectFrom }) => selectFrom("provider_accounts").select("userId"))
    .limit(2)
    .execute();

/** Lists the password hashes of the other enabled administrators. */
export const listOtherAdmins = (db: Db, id: string) =>
  db
    .selectFrom("users")
    .select("password")
    .where("role", "=", "admin")
    .where("disabledAt", "is", null)
    .where("id", "!=", id)
    .execute();

/** Adds a user. Returns undefined if the name is taken. */
export const insertUser = (db: Db, user: Insertable<Schema["users"]>) =>
  db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Finds a user whose account is not deleted. */
export const findUserById = (db: Db, id: string) =>
  db.selectFrom("users").selectAll().where("id", "=", id).where("deletedAt", "is", null).executeTakeFirst();

/** Finds the user with exactly this name, or else a user with a name that differs only in case or Unicode form. */
export const findUserByName = (db: Db, username: string) =>
  db
    .selectFrom("users")
    .selectAll()
    .where(({ eb, or }) =>
      or([eb("username", "=", username.trim()), eb("usernameFolded", "=", foldUsername(username))]),
    )
    .where("deletedAt", "is", null)
    .orderBy(({ eb }) => eb("username", "=", username.trim()), "desc")
    .limit(1)
    .executeTakeFirst();

/** Lists all usernames with their normalized form, sorted by the latter. */
export const listUsernames = (db: Db) =>
  db
    .selectFrom("users")
    .select(["username", "usernameFolded"])
    .where("deletedAt", "is", null)
    .orderBy("usernameFolded")
    .execute();

/** Lists users in the order of their creation. */
export const listUserRows = (db: Db, { after, limit }: PageSlice) =>
  db
    .selectFrom("users")
    .selectAll()
    .where("deletedAt", "is", null)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("createdAt", "id"), ">", tuple(after?.[0] ?? "", after?.[1] ?? "")),
      ),
    )
    .orderBy("createdAt")
    .orderBy("id")
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();

export const updateUser = (db: Db, id: string, changes: Partial<Omit<UserRow, "id">>) =>
  db.updateTable("users").set(changes).where("id", "=", id).returningAll().executeTakeFirst();

/** Replaces a password hash with another one of the same password, unless it has changed since. */
export const replaceHash = (
  db: Db,
  { id, formerHash, hash }: { id: string; formerHash: string; hash: string },
) =>
  db
    .updateTable("users")
    .set({ password: hash })
    .where("id", "=", id)
    .where("password", "=", formerHash)
    .execute();

/** Counts the administrators who can sign in. */
export const countAdmins = (db: Db): Promise<number> =>
  countRows(db.selectFrom("users").where("role", "=", "admin").where("disabledAt", "is", null));

export const insertOneTimeLink = (db: Db, link: OneTimeLinkRow) =>
  db.insertInto("one_time_links").values(link).execute();

export const findOneTimeLink = (db: Db, tokenHash: string) =>
  db.selectFrom("one_time_links").selectAll().where("tokenHash", "=", tokenHash).executeTakeFirst();

/** Consumes a link. Only one of several concurrent calls succeeds. */
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

/** Tables with personal data of users: stars, read flags, visits, inboxes and mentions. */
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

/** Revokes everything that grants access without a password: API tokens and feed URLs. */
export async function revokeTokensAndFeeds(db: Db, userId: string, at: string): Promise<void> {
  await db
    .updateTable("api_tokens")
    .set({ revokedAt: at })
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .execute();
  await db.deleteFrom("feed_tokens").where("userId", "=", userId).execute();
}

/** Deletes a user's personal data: stars, read flags, visits, inbox, tokens. */
export async function deletePersonalRows(db: Db, userId: string): Promise<void> {
  for (const table of PERSONAL_TABLES) await db.deleteFrom(table).where("userId", "=", userId).execute();
  await db.deleteFrom("api_tokens").where("userId", "=", userId).execute();
}

/** True unless the user is the only enabled administrator. */
const isNotLastAdmin = ({ eb, or, exists, selectFrom }: ExpressionBuilder<Schema, "users">, id: string) =>
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

/** Updates a user, unless no enabled administrator would remain. Returns undefined in that case. */
export const updateUserUnlessLastAdmin = (db: Db, id: string, changes: Partial<Omit<UserRow, "id">>) =>
  db
    .updateTable("users")
    .set(changes)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .where((eb) => isNotLastAdmin(eb, id))
    .returningAll()
    .executeTakeFirst();

/** Reserves a former username for its account. */
export const insertFormerUsername = (db: Db, hash: string, userId: string) =>
  db
    .insertInto("former_usernames")
    .values({ hash, userId })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ userId }))
    .execute();

/** Finds the account for which a former username is reserved. */
export const findFormerUsername = (db: Db, hash: string) =>
  db.selectFrom("former_usernames").select("userId").where("hash", "=", hash).executeTakeFirst();

/** Queues a user's comments for the search index, which contains their author's name. */
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

/** Lists account events with their authors' names, newest first. */
export const listAccountEventRows = (db: Db, slice: PageSlice) =>
  latestFirst(
    db
      .selectFrom("account_events")
      .leftJoin("users", "users.id", "account_events.actorId")
      .selectAll("account_events")
      .select("users.username as actorUsername"),
    ["account_events.at", "account_events.id"],
    slice,
  ).execute();
