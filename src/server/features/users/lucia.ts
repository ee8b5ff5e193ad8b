import { type Adapter, Lucia, TimeSpan } from "lucia";

import type { Db } from "#db/database.ts";
import { getStorageErrorKind } from "#db/error-kinds.ts";

import { sessionAdapter, type SessionFacts, type UserAttributes } from "./session-adapter.ts";

/** A session lives this long, and as long again when it is used in its second half. */
const SESSION_DAYS = 30;

/** The moment from which a session that ends then is extended when it is used, in milliseconds since 1970. */
export const extendedFrom = (expiresAt: Date): number =>
  expiresAt.getTime() - new TimeSpan(SESSION_DAYS, "d").milliseconds() / 2;

type Report = (error: unknown) => void;

/**
 * Lucia on our own session store. The `__Host-` prefix is for https alone, where browsers accept it. `reportFailure`
 * hears of a session that could not be extended for another reason than a lack of room.
 */
export function createSessions(db: Db, isHttps: boolean, reportFailure: Report) {
  return new Lucia(extendingAside(sessionAdapter(db), reportFailure), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, "d"),
    sessionCookie: {
      name: isHttps ? "__Host-session" : "session",
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
