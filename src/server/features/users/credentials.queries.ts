import type { Insertable } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { countRows } from "#db/rows.ts";
import type { Schema } from "#db/schema.ts";
import { latestFirst, type PageSlice } from "#server/kernel/paging/paging.ts";

import { hashSessionId } from "./lucia.ts";

/** Returns the role of the session's user and the session's expiry. */
export const findSessionOwner = (db: Db, sessionId: string) =>
  db
    .selectFrom("session")
    .innerJoin("users", "users.id", "session.userId")
    .select(["users.role", "session.expire"])
    .where("session.sid", "=", hashSessionId(sessionId))
    .where("users.disabledAt", "is", null)
    .executeTakeFirst();

/** Deletes the session with this id, if there is one. */
export const deleteSessionById = (db: Db, sessionId: string) =>
  db.deleteFrom("session").where("sid", "=", hashSessionId(sessionId)).returning("sid").executeTakeFirst();

/** Lists a user's active sessions, newest first. */
export const listActiveSessions = (db: Db, userId: string, now: string, slice: PageSlice) => {
  const live = db
    .selectFrom("session")
    .select([
      "sess",
      "expire",
      engineOf(db).jsonText("sess", "createdAt").as("createdAt"),
      engineOf(db).jsonText("sess", "publicId").as("publicId"),
    ])
    .where("userId", "=", userId)
    .where("expire", ">", now);
  const query = db.selectFrom(live.as("live")).selectAll();
  return latestFirst(query, ["live.createdAt", "live.publicId"], slice).execute();
};

export const deleteSessionByPublicId = (db: Db, userId: string, publicId: string) =>
  db
    .deleteFrom("session")
    .where("userId", "=", userId)
    .where(engineOf(db).jsonText("sess", "publicId"), "=", publicId)
    .returning("sid")
    .executeTakeFirst();

/** Deletes a user's sessions, except the one with public id `except`. */
export const deleteSessions = (db: Db, userId: string, except: string | null) =>
  db
    .deleteFrom("session")
    .where("userId", "=", userId)
    .$if(except !== null, (query) => query.where(engineOf(db).jsonText("sess", "publicId"), "!=", except))
    .execute();

/**
 * Deletes a user's oldest sessions beyond the newest `limit`. Uses insertion order, which clock changes don't affect.
 */
export const deleteOldestSessions = (db: Db, userId: string, limit: number) =>
  db
    .deleteFrom("session")
    .where("sid", "in", ({ selectFrom }) =>
      selectFrom("session")
        .select("sid")
        .where("userId", "=", userId)
        .orderBy(engineOf(db).sessionOrder(), "desc")
        .limit(1_000_000)
        .offset(limit),
    )
    .execute();

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

/** Returns the role of a token's owner and the token's expiry. Returns undefined for a revoked token. */
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
export const listTokenRows = (db: Db, userId: string, slice: PageSlice) =>
  latestFirst(
    db.selectFrom("api_tokens").selectAll().where("userId", "=", userId).where("revokedAt", "is", null),
    ["createdAt", "id"],
    slice,
  ).execute();

/**
 * Lists tokens that aren't revoked, of everybody or one user, with their owners' names. Sorts by owner, then newest
 * first.
 */
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
export const countValidTokens = (db: Db, userId: string, now: string): Promise<number> =>
  countRows(
    db
      .selectFrom("api_tokens")
      .where("userId", "=", userId)
      .where("revokedAt", "is", null)
      .where(({ eb, or }) => or([eb("expiresAt", "is", null), eb("expiresAt", ">", now)])),
  );

/** Stores a token's last use. Preserves the program's name if this client sends none. */
export const updateLastUse = (db: Db, id: string, lastUsedAt: string, lastClient: string | null) =>
  db
    .updateTable("api_tokens")
    .set({ lastUsedAt, ...(lastClient !== null && { lastClient }) })
    .where("id", "=", id)
    .execute();

/** Revokes a user's token. Returns undefined if the user has no such token. */
export const revokeTokenRow = (db: Db, userId: string, id: string, revokedAt: string) =>
  db
    .updateTable("api_tokens")
    .set({ revokedAt })
    .where("id", "=", id)
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .returning(["id", "name"])
    .executeTakeFirst();
