import { randomUUID } from "node:crypto";

import type { App, Caller } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { readPage } from "#server/paging.ts";
import type { Page, PageRequest } from "#shared/paging.ts";
import type { Session, User } from "#shared/users.ts";

import type { SessionFacts } from "./session-adapter.ts";
import { sessionIdIn } from "./session-cookie.ts";
import {
  deleteOldestSessions,
  deleteSessionByPublicId,
  deleteSessionsBut,
  listLiveSessions,
} from "./sessions.queries.ts";
import { userOfRow } from "./users.service.ts";

const MAX_SESSIONS_PER_USER = 50;
const MAX_USER_AGENT_LENGTH = 300;

/** Who is signed in by a request's cookie. */
export interface SignedIn {
  user: User;
  /** The id that the cookie holds. */
  sessionId: string;
  /** The session's id in lists. */
  publicId: string;
}

/** What a request's cookie stands for, and the cookie to answer with where it changes. */
export interface CookieReading {
  signedIn: SignedIn | null;
  setCookie: string | null;
}

/** Reads the session out of a Cookie header; a session in the second half of its life is extended. */
export async function readSession(app: App, cookieHeader: string | undefined): Promise<CookieReading> {
  const sessionId = sessionIdIn(cookieHeader, app.sessions.sessionCookieName);
  if (sessionId === null) return { signedIn: null, setCookie: null };
  const { session, user } = await app.sessions.validateSession(sessionId);
  if (!session) return { signedIn: null, setCookie: app.sessions.createBlankSessionCookie().serialize() };
  return {
    signedIn: { user: userOfRow(user), sessionId, publicId: session.publicId },
    setCookie: session.fresh ? app.sessions.createSessionCookie(session.id).serialize() : null,
  };
}

/** Begins a session and answers its cookie. */
export async function startSession(app: App, userId: string, caller: Caller): Promise<string> {
  await deleteOldestSessions(app.db, userId, MAX_SESSIONS_PER_USER - 1);
  const session = await app.sessions.createSession(userId, {
    publicId: randomUUID(),
    createdAt: app.now().toISOString(),
    userAgent: caller.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  });
  return app.sessions.createSessionCookie(session.id).serialize();
}

/** Ends the session of a request, if it has one, and answers the cookie that removes it from the browser. */
export async function endSession(app: App, cookieHeader: string | undefined): Promise<string> {
  const sessionId = sessionIdIn(cookieHeader, app.sessions.sessionCookieName);
  if (sessionId !== null) await app.sessions.invalidateSession(sessionId);
  return app.sessions.createBlankSessionCookie().serialize();
}

/** The user's sessions, newest first. */
export const listSessions = (
  app: App,
  { user, publicId }: SignedIn,
  input: PageRequest,
): Promise<Page<Session>> =>
  readPage(
    input,
    async (slice) => {
      const rows = await listLiveSessions(app.db, user.id, app.now().toISOString(), slice);
      return rows.map((row) => sessionOf(row, publicId));
    },
    ({ createdAt, id }) => [createdAt, id],
  );

function sessionOf({ sess, expire }: { sess: string; expire: string }, ownId: string): Session {
  const { publicId, createdAt, userAgent }: SessionFacts = JSON.parse(sess);
  return { id: publicId, createdAt, expiresAt: expire, userAgent, isCurrent: publicId === ownId };
}

/** Ends one of the user's own sessions. */
export async function endOwnSession(app: App, { user }: SignedIn, { id }: { id: string }): Promise<void> {
  if (!(await deleteSessionByPublicId(app.db, user.id, id))) throw notFound("Session not found");
}

/** Ends all sessions of the user but the one that asks. */
export async function endOtherSessions(app: App, { user, publicId }: SignedIn): Promise<void> {
  await deleteSessionsBut(app.db, user.id, publicId);
}
