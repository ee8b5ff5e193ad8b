import { createHash } from "node:crypto";

import { type Adapter, Cookie, Lucia, TimeSpan } from "lucia";

import type { Db } from "#db/database.ts";
import { getStorageErrorKind } from "#db/error-kinds.ts";

import { sessionAdapter, type SessionFacts, type UserAttributes } from "./session-adapter.ts";

/** A session lives this long, and as long again when it is used in its second half. */
const SESSION_DAYS = 30;

/** The moment from which a session that ends then is extended when it is used, in milliseconds since 1970. */
export const extendedFrom = (expiresAt: Date): number =>
  expiresAt.getTime() - new TimeSpan(SESSION_DAYS, "d").milliseconds() / 2;

type Report = (error: unknown) => void;

/** The names of the session cookie: browsers accept the prefix `__Host-` with https only. */
export interface CookieNames {
  /** It has something of the installation in it, since browsers send cookies to all servers of a host, whatever the port. */
  current: string;
  /** That of versions before 0.3, which other servers may use as well. */
  former: string;
}

/** The cookie names of the installation with this signing key. */
export function cookieNames(signingKey: Uint8Array, isHttps: boolean): CookieNames {
  const prefix = isHttps ? "__Host-" : "";
  const installation = createHash("sha256").update("session cookie").update(signingKey).digest("hex");
  return { current: `${prefix}stackloop-${installation.slice(0, 8)}`, former: `${prefix}session` };
}

/**
 * Lucia on our own session store. `reportFailure` is called for a session that could not be extended for another reason
 * than a lack of room.
 */
export function createSessions(db: Db, cookieName: string, reportFailure: Report) {
  const isHttps = cookieName.startsWith("__Host-");
  return new Lucia(extendingAside(sessionAdapter(db), reportFailure), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, "d"),
    sessionCookie: {
      name: cookieName,
      attributes: { sameSite: "lax", secure: isHttps, path: "/" },
    },
    getSessionAttributes: (facts) => ({
      publicId: facts.publicId,
      createdAt: facts.createdAt,
      userAgent: facts.userAgent,
    }),
    getUserAttributes: (row) => row,
  });
}

/** The cookie that deletes the one of a name. */
export function blankCookie(sessions: Sessions, name: string): string {
  const { value, attributes } = sessions.createBlankSessionCookie();
  return new Cookie(name, value, attributes).serialize();
}

/**
 * Who only reads must neither wait until the session is extended nor be refused because the disk is full: the next
 * request extends it.
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
