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
  listLiveSessions,
} from "./credentials.queries.ts";
import { blankCookie, extendedFrom, type SessionFacts } from "./lucia.ts";
import type { SessionOwner, SignedIn, SignedInBySession } from "./session-cache.ts";
import { toUser } from "./users.service.ts";

const MAX_SESSIONS_PER_USER = 50;
const MAX_USER_AGENT_LENGTH = 300;
/** Format of Lucia's session ids. Cookies with the same name from other programs are ignored. */
const SESSION_ID = /^[a-z0-9]{40}$/u;

export type { SignedIn };

/** User identified by a request's cookies, and the cookies to set in the reply. */
export interface CookieReading {
  signedIn: SignedInBySession | null;
  setCookies: string[];
}

/**
 * Reads the session from a Cookie header and extends it in the second half of its lifetime. Migrates a session to the
 * current cookie name. Never changes or deletes other cookies.
 */
export async function readSession(app: App, cookieHeader: string | undefined): Promise<CookieReading> {
  const { current, former } = app.cookieNames;
  const sessionId = findSessionId(cookieHeader, current);
  if (sessionId !== null) {
    const reading = await readSessionOf(app, sessionId);
    if (reading.signedIn) return reading;
  }
  const formerId = findSessionId(cookieHeader, former);
  const { signedIn } = formerId === null ? NOBODY : await readSessionOf(app, formerId);
  if (signedIn)
    return { signedIn, setCookies: [blank(app, former), sessionCookie(app, signedIn.session.id)] };
  return { signedIn: null, setCookies: sessionId === null ? [] : [blank(app, current)] };
}

const NOBODY: CookieReading = { signedIn: null, setCookies: [] };

async function readSessionOf(app: App, sessionId: string): Promise<CookieReading> {
  if (app.pendingSignOuts.has(sessionId)) return NOBODY;
  // Read before the data: cached data may be newer than its version, but never older.
  const version = app.cacheVersions.readPeople();
  const cached = app.sessionCache.find(version, sessionId);
  if (cached) return { signedIn: cached, setCookies: [] };
  const { session, user } = await app.sessions.validateSession(sessionId);
  if (!session) return NOBODY;
  const signedIn: SignedInBySession = {
    user: toUser(user),
    session: { id: sessionId, publicId: session.publicId },
    token: null,
  };
  if (session.fresh) return { signedIn, setCookies: [sessionCookie(app, session.id)] };
  app.sessionCache.store(version, signedIn, extendedFrom(session.expiresAt));
  return { signedIn, setCookies: [] };
}

const sessionCookie = (app: App, sessionId: string): string =>
  app.sessions.createSessionCookie(sessionId).serialize();

const blank = (app: App, name: string): string => blankCookie(app.sessions, name);

/** Returns the current owner of a session without extending it, or nothing if it has ended. */
export async function findOwner(
  { db, pendingSignOuts }: App,
  sessionId: string,
): Promise<SessionOwner | undefined> {
  const owner = pendingSignOuts.has(sessionId) ? undefined : await findSessionOwner(db, sessionId);
  return owner && { role: owner.role, endsAt: Date.parse(owner.expire) };
}

export const deleteSession = deleteSessionById;

/**
 * Returns the session id from a Cookie header, or null. Decodes nothing: other programs on the host may set cookies
 * with invalid escapes, on which Lucia's reader throws.
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
  // After the insert, so that concurrent sign-ins don't exceed the limit.
  await deleteOldestSessions(app.db, userId, MAX_SESSIONS_PER_USER);
  return app.sessions.createSessionCookie(session.id).serialize();
}

/** Ends the session of a request, if any. Returns the cookies that remove it from the browser, current one last. */
export async function endSession(app: App, cookieHeader: string | undefined): Promise<string[]> {
  const { current, former } = app.cookieNames;
  const sessionId = findSessionId(cookieHeader, current);
  if (sessionId !== null) await app.pendingSignOuts.end(sessionId);
  const formerId = findSessionId(cookieHeader, former);
  // It belongs to another server, unless the session is in our table.
  if (formerId === null || !(await readSessionOf(app, formerId)).signedIn) return [blank(app, current)];
  await app.pendingSignOuts.end(formerId);
  return [blank(app, former), blank(app, current)];
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
      const rows = await listLiveSessions(app.db, user.id, app.now().toISOString(), slice);
      return rows.map((row) => toSession(row, session?.publicId));
    },
    ({ createdAt, id }) => [createdAt, id],
  );

function toSession({ sess, expire }: { sess: string; expire: string }, ownId: string | undefined): Session {
  const { publicId, createdAt, userAgent }: SessionFacts = JSON.parse(sess);
  return { id: publicId, createdAt, expiresAt: expire, userAgent, isCurrent: publicId === ownId };
}

/** Ends one of the user's own sessions. */
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
