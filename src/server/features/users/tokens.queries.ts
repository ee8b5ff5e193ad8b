import type { Insertable } from "kysely";

import type { Db } from "#db/database.ts";
import { countRows } from "#db/rows.ts";
import type { Schema } from "#db/schema.ts";
import { latestFirst, type Slice } from "#server/kernel/paging/paging.ts";

export const insertToken = (db: Db, row: Insertable<Schema["api_tokens"]>) =>
  db.insertInto("api_tokens").values(row).returningAll().executeTakeFirstOrThrow();

/** Returns a token with its account. */
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

/** Returns the role of the token's owner and the expiry, or nothing if it was revoked. */
export const findTokenOwnerRow = (db: Db, id: string) =>
  db
    .selectFrom("api_tokens")
    .innerJoin("users", "users.id", "api_tokens.userId")
    .select(["users.role", "api_tokens.expiresAt"])
    .where("api_tokens.id", "=", id)
    .where("revokedAt", "is", null)
    .where("users.disabledAt", "is", null)
    .executeTakeFirst();

/** Lists a user's tokens that aren't revoked, newest first, including expired ones. */
export const listTokenRows = (db: Db, userId: string, slice: Slice) =>
  latestFirst(
    db.selectFrom("api_tokens").selectAll().where("userId", "=", userId).where("revokedAt", "is", null),
    ["createdAt", "id"],
    slice,
  ).execute();

/** Lists tokens that aren't revoked, with owner names, of everybody or one user. Sorted by owner, newest first. */
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

/** Counts a user's valid tokens. */
export const countWorkingTokens = (db: Db, userId: string, now: string): Promise<number> =>
  countRows(
    db
      .selectFrom("api_tokens")
      .where("userId", "=", userId)
      .where("revokedAt", "is", null)
      .where(({ eb, or }) => or([eb("expiresAt", "is", null), eb("expiresAt", ">", now)])),
  );

/** Stores a token's last use. Preserves the known program name if the client sends none. */
export const updateLastUse = (db: Db, id: string, lastUsedAt: string, lastClient: string | null) =>
  db
    .updateTable("api_tokens")
    .set({ lastUsedAt, ...(lastClient !== null && { lastClient }) })
    .where("id", "=", id)
    .execute();

/** Revokes a user's token. Returns nothing if they have no such token. */
export const revokeTokenRow = (db: Db, userId: string, id: string, revokedAt: string) =>
  db
    .updateTable("api_tokens")
    .set({ revokedAt })
    .where("id", "=", id)
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .returning(["id", "name"])
    .executeTakeFirst();
