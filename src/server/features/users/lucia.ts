import { type Adapter, Lucia, TimeSpan } from "lucia";

import { getStorageErrorKind } from "#db/errors.ts";
import type { Db } from "#db/open.ts";

import { sessionAdapter, type SessionFacts, type UserAttributes } from "./session-adapter.ts";

/** A session lives this long, and as long again when it is used in its second half. */
const SESSION_DAYS = 30;

/** The moment from which a session that ends then is extended when it is used, in milliseconds since 1970. */
export const extendedFrom = (expiresAt: Date): number =>
  expiresAt.getTime() - new TimeSpan(SESSION_DAYS, "d").milliseconds() / 2;

/** Lucia on our own session store. The `__Host-` prefix is for https alone, where browsers accept it. */
export function createSessions(db: Db, isHttps: boolean) {
  return new Lucia(extendingWhereThereIsRoom(sessionAdapter(db)), {
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

/** Who only reads must not be refused because the disk is full: the next request extends the session. */
const extendingWhereThereIsRoom = (adapter: Adapter): Adapter => ({
  ...adapter,
  async updateSessionExpiration(id, expiresAt) {
    try {
      await adapter.updateSessionExpiration(id, expiresAt);
    } catch (error) {
      if (getStorageErrorKind(error) === undefined) throw error;
    }
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
