import { randomUUID } from "node:crypto";

import type { App, Caller } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import type { Session } from "#shared/accounts/users.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import {
  deleteOldestSessions,
  deleteSessionById,
  deleteSessionByPublicId,
  deleteSessions,
  findSessionOwner,
  listActiveSessions,
} from "./credentials.queries.ts";
import { createRemovalCookie, renewalTime, type SessionAttributes } from "./lucia.ts";
import type { SessionOwner, SignedIn, SignedInBySession } from "./session-cache.ts";
import { toUser } from "./users.service.ts";

const MAX_SESSIONS_PER_USER = 50;
const MAX_USER_AGENT_LENGTH = 300;
/** Format of Lucia's session ids. Other programs' cookies with the same name don't match. */
const SESSION_ID = /^[a-z0-9]{40}$/u;

export type { SignedIn };

/** Session that a request's cookies identify, and the cookies to set in the reply. */
export interface CookieSession {
  signedIn: SignedInBySession | null;
  setCookies: string[];
}

/**
 * Reads the session from a Cookie header. Extends it in the second half of its lifetime, and moves it to the current
 * cookie name. Never changes or deletes other cookies.
 */
export async function readSession(app: App, cookieHeader: string | undefined): Promise<CookieSession> {
  const { current, former } = app.cookieNames;
  const sessionId = findSessionId(cookieHeader, current);
  if (sessionId !== null) {
    const result = await readSessionById(app, sessionId);
    if (result.signedIn) return result;
  }
  const formerId = findSessionId(cookieHeader, former);
  const { signedIn } = formerId === null ? NO_SESSION : await readSessionById(app, formerId);
  if (signedIn)
    return { signedIn, setCookies: [removalCookie(app, former), sessionCookie(app, signedIn.session.id)] };
  return { signedIn: null, setCookies: sessionId === null ? [] : [removalCookie(app, current)] };
}

const NO_SESSION: CookieSession = { signedIn: null, setCookies: [] };

async function readSessionById(app: App, sessionId: string): Promise<CookieSession> {
  if (app.pendingSignOuts.has(sessionId)) return NO_SESSION;
  // Read before the data: cached data may be newer than its version, but never older.
  const version = app.cacheVersions.readSessions();
  const cached = app.sessionCache.find(version, sessionId);
  if (cached) return { signedIn: cached, setCookies: [] };
  const { session, user } = await app.sessions.validateSession(sessionId);
  if (!session) return NO_SESSION;
  const signedIn: SignedInBySession = {
    user: toUser(user),
    session: { id: sessionId, publicId: session.publicId },
    token: null,
  };
  if (session.fresh) return { signedIn, setCookies: [sessionCookie(app, session.id)] };
  app.sessionCache.store(version, signedIn, renewalTime(session.expiresAt));
  return { signedIn, setCookies: [] };
}

const sessionCookie = (app: App, sessionId: string): string =>
  app.sessions.createSessionCookie(sessionId).serialize();

const removalCookie = (app: App, name: string): string => createRemovalCookie(app.sessions, name);

/** Returns the current owner of a session without extending it. Returns undefined if the session has ended. */
export async function findOwner(
  { db, pendingSignOuts }: App,
  sessionId: string,
): Promise<SessionOwner | undefined> {
  const owner = pendingSignOuts.has(sessionId) ? undefined : await findSessionOwner(db, sessionId);
  return owner && { role: owner.role, endsAt: Date.parse(owner.expire) };
}

export const deleteSession = deleteSessionById;

/**
 * Returns the session id from a Cookie header, or null. Decodes no values, because Lucia's parser throws on invalid
 * escapes in cookies of other programs on the host.
 */
function findSessionId(cookieHeader: string | undefined, cookieName: string): string | null {
  for (const pair of cookieHeader?.split(";") ?? []) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === cookieName && SESSION_ID.test(value)) return value;
  }
  return null;
}

/** Starts a session and returns its cookie. */
export async function startSession(app: App, userId: string, caller: Caller): Promise<string> {
  const session = await app.sessions.createSession(userId, {
    publicId: randomUUID(),
    createdAt: app.now().toISOString(),
    userAgent: caller.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  });
  // Deleted after the insert, so that concurrent sign-ins can't exceed the limit.
  await deleteOldestSessions(app.db, userId, MAX_SESSIONS_PER_USER);
  return app.sessions.createSessionCookie(session.id).serialize();
}

/** Ends the session of a request, if any. Returns the cookies that remove it from the browser, the current one last. */
export async function endSession(app: App, cookieHeader: string | undefined): Promise<string[]> {
  const { current, former } = app.cookieNames;
  const sessionId = findSessionId(cookieHeader, current);
  if (sessionId !== null) await app.pendingSignOuts.end(sessionId);
  const formerId = findSessionId(cookieHeader, former);
  // The cookie belongs to another server unless our table has the session.
  if (formerId === null || !(await readSessionById(app, formerId)).signedIn)
    return [removalCookie(app, current)];
  await app.pendingSignOuts.end(formerId);
  return [removalCookie(app, former), removalCookie(app, current)];
}

/** Lists the user's sessions, newest first. */
export const listSessions = (
  app: App,
  { user, session }: Pick<SignedIn, "user" | "session">,
  input: PageRequest,
): Promise<Page<Session>> =>
  readPage(
    input,
    async (slice) => {
      const rows = await listActiveSessions(app.db, user.id, app.now().toISOString(), slice);
      return rows.map((row) => toSession(row, session?.publicId));
    },
    ({ createdAt, id }) => [createdAt, id],
  );

function toSession({ sess, expire }: { sess: string; expire: string }, ownId: string | undefined): Session {
  const { publicId, createdAt, userAgent }: SessionAttributes = JSON.parse(sess);
  return { id: publicId, createdAt, expiresAt: expire, userAgent, isCurrent: publicId === ownId };
}

/** Ends one of the user's sessions. */
export async function endOwnSession(
  app: App,
  { user }: SignedInBySession,
  { id }: { id: string },
): Promise<void> {
  if (!(await deleteSessionByPublicId(app.db, user.id, id))) throw notFound("Session not found");
}

/** Ends all sessions of the user except the current one. */
export async function endOtherSessions(app: App, { user, session }: SignedInBySession): Promise<void> {
  await deleteSessions(app.db, user.id, session.publicId);
}
