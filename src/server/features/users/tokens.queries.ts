import type { Insertable } from "kysely";

import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import { latestFirst, type Slice } from "#server/kernel/paging/paging.ts";

export const insertToken = (db: Db, row: Insertable<Schema["api_tokens"]>) =>
  db.insertInto("api_tokens").values(row).returningAll().executeTakeFirstOrThrow();

/** A token with the account that it belongs to. */
export const findTokenAndUser = (db: Db, hash: string) =>
  db
    .selectFrom("api_tokens")
    .innerJoin("users", "users.id", "api_tokens.userId")
    .selectAll("users")
    .select([
      "api_tokens.id as tokenId",
      "api_tokens.scope",
      "api_tokens.expiresAt",
      "api_tokens.revokedAt",
      "api_tokens.lastUsedAt",
    ])
    .where("api_tokens.hash", "=", hash)
    .executeTakeFirst();

/** The role of the person whose token it is, and when it expires; nothing for one that was revoked. */
export const findTokenOwnerRow = (db: Db, id: string) =>
  db
    .selectFrom("api_tokens")
    .innerJoin("users", "users.id", "api_tokens.userId")
    .select(["users.role", "api_tokens.expiresAt"])
    .where("api_tokens.id", "=", id)
    .where("revokedAt", "is", null)
    .where("users.disabledAt", "is", null)
    .executeTakeFirst();

/** The tokens of a user that were not revoked, newest first; expired ones too. */
export const listTokenRows = (db: Db, userId: string, slice: Slice) =>
  latestFirst(
    db.selectFrom("api_tokens").selectAll().where("userId", "=", userId).where("revokedAt", "is", null),
    ["createdAt", "id"],
    slice,
  ).execute();

/** The tokens that were not revoked with the names of their owners, of everybody or of one; by owner, newest first. */
export const listTokensAndOwners = (db: Db, userId?: string) =>
  db
    .selectFrom("api_tokens")
    .innerJoin("users", "users.id", "api_tokens.userId")
    .selectAll("api_tokens")
    .select("users.username")
    .where("revokedAt", "is", null)
    .$if(userId !== undefined, (query) => query.where("userId", "=", userId ?? ""))
    .orderBy("users.username")
    .orderBy("api_tokens.createdAt", "desc")
    .orderBy("api_tokens.id")
    .execute();

/** How many tokens of a user work. */
export async function countWorkingTokens(db: Db, userId: string, now: string): Promise<number> {
  const { count } = await db
    .selectFrom("api_tokens")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .where(({ eb, or }) => or([eb("expiresAt", "is", null), eb("expiresAt", ">", now)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Notes a use of a token; the program stays as it is known where it does not say what it is called. */
export const updateLastUse = (db: Db, id: string, lastUsedAt: string, lastClient: string | null) =>
  db
    .updateTable("api_tokens")
    .set({ lastUsedAt, ...(lastClient !== null && { lastClient }) })
    .where("id", "=", id)
    .execute();

/** Revokes a token of a user; nothing where they have no such token. */
export const revokeTokenRow = (db: Db, userId: string, id: string, revokedAt: string) =>
  db
    .updateTable("api_tokens")
    .set({ revokedAt })
    .where("id", "=", id)
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .returning(["id", "name"])
    .executeTakeFirst();
