import { createHash } from "node:crypto";

import type { Adapter, DatabaseSession, DatabaseUser } from "lucia";

import type { Db } from "#db/database.ts";
import type { UserRow } from "#db/schema.ts";

/** Hashes a session id for storage, so that a copy of the database can't be used to sign in. */
export const hashedSessionId = (id: string): string => createHash("sha256").update(id).digest("hex");

/** Session data stored besides the expiry. */
export interface SessionFacts {
  /** Id of the session in lists, where the real id must not appear. */
  publicId: string;
  createdAt: string;
  userAgent: string | null;
}

/** Stores Lucia's sessions in the specification's session table: `sid`, `sess` (JSON) and `expire`. */
export function sessionAdapter(db: Db): Adapter {
  // Compiled once, since most requests run this query.
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
