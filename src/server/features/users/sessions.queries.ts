import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { latestFirst, type Slice } from "#server/kernel/paging/paging.ts";

import { hashedSessionId } from "./session-adapter.ts";

/** The role of the person whose session it is, and when it ends. */
export const findSessionOwner = (db: Db, sessionId: string) =>
  db
    .selectFrom("session")
    .innerJoin("users", "users.id", "session.userId")
    .select(["users.role", "session.expire"])
    .where("session.sid", "=", hashedSessionId(sessionId))
    .where("users.disabledAt", "is", null)
    .executeTakeFirst();

/** Deletes the session of this id; nothing if there is none. */
export const deleteSessionById = (db: Db, sessionId: string) =>
  db.deleteFrom("session").where("sid", "=", hashedSessionId(sessionId)).returning("sid").executeTakeFirst();

/** The sessions of a user that have not ended, newest first. */
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

/** Ends the sessions of a user, except one if it is named. */
export const deleteSessions = (db: Db, userId: string, except: string | null) =>
  db
    .deleteFrom("session")
    .where("userId", "=", userId)
    .$if(except !== null, (query) => query.where(engineOf(db).jsonText("sess", "publicId"), "!=", except))
    .execute();

/** Ends the oldest sessions of a user beyond the newest `kept`: by the order in which they were stored, which no clock can reverse. */
export const deleteOldestSessions = (db: Db, userId: string, kept: number) =>
  db
    .deleteFrom("session")
    .where("sid", "in", ({ selectFrom }) =>
      selectFrom("session")
        .select("sid")
        .where("userId", "=", userId)
        .orderBy(engineOf(db).sessionOrder(), "desc")
        .limit(1_000_000)
        .offset(kept),
    )
    .execute();
