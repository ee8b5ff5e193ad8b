import { createHash } from "node:crypto";

import { type Adapter, Cookie, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from "lucia";

import type { Db } from "#db/database.ts";
import { getStorageErrorKind } from "#db/error-kinds.ts";
import type { UserRow } from "#db/schema.ts";

/** Hashes a session id for storage, so that a copy of the database is useless for signing in. */
export const hashSessionId = (id: string): string => createHash("sha256").update(id).digest("hex");

/** Data of a session, apart from its expiry. */
export interface SessionAttributes {
  /** Public id for lists of sessions, because the real id grants access. */
  publicId: string;
  createdAt: string;
  userAgent: string | null;
}

/** Stores Lucia's sessions in the table that the specification requires: `sid`, `sess` (JSON) and `expire`. */
function sessionAdapter(db: Db): Adapter {
  // Compiled once, because most requests run this query.
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
      const query: typeof sessionAndUser = { ...sessionAndUser, parameters: [hashSessionId(id)] };
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
          sid: hashSessionId(id),
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
        .where("sid", "=", hashSessionId(id))
        .execute();
    },
    async deleteSession(id) {
      await db.deleteFrom("session").where("sid", "=", hashSessionId(id)).execute();
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

/** Lifetime of a session. Each use in its second half extends it. */
const SESSION_DAYS = 30;

/** Returns the time after which each use extends a session, in milliseconds since 1970. */
export const renewalTime = (expiresAt: Date): number =>
  expiresAt.getTime() - new TimeSpan(SESSION_DAYS, "d").milliseconds() / 2;

type ReportFailure = (error: unknown) => void;

/** Names of the session cookie. The prefix `__Host-` requires https. */
export interface CookieNames {
  /** Contains the installation's id, because browsers send cookies to all ports of a host. */
  current: string;
  /** Name before version 0.3. Other servers on the host may use it too. */
  former: string;
}

/** Returns the cookie names of the installation with this signing key. */
export function cookieNames(signingKey: Uint8Array, isHttps: boolean): CookieNames {
  const prefix = isHttps ? "__Host-" : "";
  const installation = createHash("sha256").update("session cookie").update(signingKey).digest("hex");
  return { current: `${prefix}stackloop-${installation.slice(0, 8)}`, former: `${prefix}session` };
}

/**
 * Creates Lucia with our session store. Calls `reportFailure` if extending a session fails for a reason other than a
 * full disk.
 */
export function createSessions(db: Db, cookieName: string, reportFailure: ReportFailure) {
  const isHttps = cookieName.startsWith("__Host-");
  return new Lucia(extendInBackground(sessionAdapter(db), reportFailure), {
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

/** Returns a cookie that removes the cookie with this name. */
export function createRemovalCookie(sessions: Sessions, name: string): string {
  const { value, attributes } = sessions.createBlankSessionCookie();
  return new Cookie(name, value, attributes).serialize();
}

/**
 * Extends sessions in the background, so that reads neither wait for it nor fail on a full disk. The next request
 * retries.
 */
const extendInBackground = (adapter: Adapter, reportFailure: ReportFailure): Adapter => ({
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
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}
