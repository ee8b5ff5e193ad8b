import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { latestFirst, type Slice } from "#server/kernel/paging/paging.ts";

import { hashedSessionId } from "./lucia.ts";

/** Returns the role of the session's user and the session's expiry. */
export const findSessionOwner = (db: Db, sessionId: string) =>
  db
    .selectFrom("session")
    .innerJoin("users", "users.id", "session.userId")
    .select(["users.role", "session.expire"])
    .where("session.sid", "=", hashedSessionId(sessionId))
    .where("users.disabledAt", "is", null)
    .executeTakeFirst();

/** Deletes the session with this id, if there is one. */
export const deleteSessionById = (db: Db, sessionId: string) =>
  db.deleteFrom("session").where("sid", "=", hashedSessionId(sessionId)).returning("sid").executeTakeFirst();

/** Lists a user's active sessions, newest first. */
export const listLiveSessions = (db: Db, userId: string, now: string, slice: Slice) => {
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

/** Deletes a user's sessions, except `except` if set. */
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
