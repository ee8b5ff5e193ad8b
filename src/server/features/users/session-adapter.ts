import { createHash } from "node:crypto";

import type { Adapter, DatabaseSession, DatabaseUser } from "lucia";

import type { Db } from "#db/database.ts";
import type { UserRow } from "#db/schema.ts";

/** What the table keeps of a session's id, so that nobody can sign in with a copy of the database. */
export const hashedSessionId = (id: string): string => createHash("sha256").update(id).digest("hex");

/** What is kept of a session besides its end. */
export interface SessionFacts {
  /** Names the session in lists, where the real id must not stand. */
  publicId: string;
  createdAt: string;
  userAgent: string | null;
}

/** Keeps Lucia's sessions in the specification's session store: `sid`, `sess` (JSON) and `expire`. */
export function sessionAdapter(db: Db): Adapter {
  // Asked with most requests, so it is put into words once.
  const sessionAndUser = db
    .selectFrom("session")
    .innerJoin("users", "users.id", "session.userId")
    .selectAll("users")
    .select(["session.sess", "session.expire"])
    .where("session.sid", "=", "")
    .where("users.disabledAt", "is", null)
    .compile();
  return {
    async getSessionAndUser(id) {
      const query: typeof sessionAndUser = { ...sessionAndUser, parameters: [hashedSessionId(id)] };
      const {
        rows: [row],
      } = await db.executeQuery(query);
      if (!row) return [null, null];
      const { sess, expire, id: userId, ...attributes } = row;
      const session: DatabaseSession = {
        id,
        userId,
        expiresAt: new Date(expire),
        attributes: JSON.parse(sess),
      };
      const user: DatabaseUser = { id: userId, attributes };
      return [session, user];
    },
    async getUserSessions(userId) {
      const rows = await db.selectFrom("session").selectAll().where("userId", "=", userId).execute();
      return rows.map(({ sid, sess, expire }) => ({
        id: sid,
        userId,
        expiresAt: new Date(expire),
        attributes: JSON.parse(sess),
      }));
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      await db
        .insertInto("session")
        .values({
          sid: hashedSessionId(id),
          userId,
          sess: JSON.stringify(attributes),
          expire: expiresAt.toISOString(),
        })
        .execute();
    },
    async updateSessionExpiration(id, expiresAt) {
      await db
        .updateTable("session")
        .set({ expire: expiresAt.toISOString() })
        .where("sid", "=", hashedSessionId(id))
        .execute();
    },
    async deleteSession(id) {
      await db.deleteFrom("session").where("sid", "=", hashedSessionId(id)).execute();
    },
    async deleteUserSessions(userId) {
      await db.deleteFrom("session").where("userId", "=", userId).execute();
    },
    async deleteExpiredSessions() {
      await db.deleteFrom("session").where("expire", "<=", new Date().toISOString()).execute();
    },
  };
}

export type UserAttributes = Omit<UserRow, "id">;
