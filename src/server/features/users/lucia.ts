import { createHash } from "node:crypto";

import { type Adapter, Cookie, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from "lucia";

import type { Db } from "#db/database.ts";
import { getStorageErrorKind } from "#db/error-kinds.ts";
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
function sessionAdapter(db: Db): Adapter {
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

type UserAttributes = Omit<UserRow, "id">;

/** Lifetime of a session. Using it in its second half renews it. */
const SESSION_DAYS = 30;

/** Returns the time from which use extends the session, in milliseconds since 1970. */
export const extendedFrom = (expiresAt: Date): number =>
  expiresAt.getTime() - new TimeSpan(SESSION_DAYS, "d").milliseconds() / 2;

type Report = (error: unknown) => void;

/** Names of the session cookie. Browsers accept the prefix `__Host-` only with https. */
export interface CookieNames {
  /** Contains an id of the installation, since browsers share a host's cookies across all ports. */
  current: string;
  /** Name used before version 0.3, which other servers may use as well. */
  former: string;
}

/** Returns the cookie names of the installation with this signing key. */
export function cookieNames(signingKey: Uint8Array, isHttps: boolean): CookieNames {
  const prefix = isHttps ? "__Host-" : "";
  const installation = createHash("sha256").update("session cookie").update(signingKey).digest("hex");
  return { current: `${prefix}stackloop-${installation.slice(0, 8)}`, former: `${prefix}session` };
}

/**
 * Creates Lucia on our session store. Calls `reportFailure` if extending a session fails for any reason but a full
 * disk.
 */
export function createSessions(db: Db, cookieName: string, reportFailure: Report) {
  const isHttps = cookieName.startsWith("__Host-");
  return new Lucia(extendingAside(sessionAdapter(db), reportFailure), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, "d"),
    sessionCookie: { name: cookieName, attributes: { sameSite: "lax", secure: isHttps, path: "/" } },
    getSessionAttributes: (facts) => ({
      publicId: facts.publicId,
      createdAt: facts.createdAt,
      userAgent: facts.userAgent,
    }),
    getUserAttributes: (row) => row,
  });
}

/** Returns the cookie that deletes the one with this name. */
export function blankCookie(sessions: Sessions, name: string): string {
  const { value, attributes } = sessions.createBlankSessionCookie();
  return new Cookie(name, value, attributes).serialize();
}

/**
 * Extends sessions in the background. A read must not wait for that, nor fail because the disk is full. The next
 * request retries.
 */
const extendingAside = (adapter: Adapter, reportFailure: Report): Adapter => ({
  ...adapter,
  updateSessionExpiration(id, expiresAt) {
    adapter.updateSessionExpiration(id, expiresAt).catch((error: unknown) => {
      if (getStorageErrorKind(error) === undefined) reportFailure(error);
    });
    return Promise.resolve();
  },
});

export type Sessions = ReturnType<typeof createSessions>;

declare module "lucia" {
  interface Register {
    Lucia: Sessions;
    DatabaseSessionAttributes: SessionFacts;
    DatabaseUserAttributes: UserAttributes;
  }
}
