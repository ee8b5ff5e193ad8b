import { createHash } from "node:crypto";

import { type Adapter, Cookie, Lucia, TimeSpan } from "lucia";

import type { Db } from "#db/database.ts";
import { getStorageErrorKind } from "#db/error-kinds.ts";

import { sessionAdapter, type SessionFacts, type UserAttributes } from "./session-adapter.ts";

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
