import type { Request, Response } from "express";

import type { App, Caller } from "#server/app.ts";
import { invalid, replyTo, tooLarge } from "#server/errors.ts";
import {
  endSession,
  readSession,
  type SignedIn,
  startSession,
} from "#server/features/users/sessions.service.ts";
import { readBearer, signInByToken } from "#server/features/users/tokens.service.ts";
import { isLoopback, originOf } from "#server/web/server/own-host.ts";
import type { User } from "#shared/accounts/users.ts";
import { isUnbatched } from "#shared/unbatched-procedures.ts";

import { refuseStale } from "./read-your-writes.ts";

/** Maximum number of procedures in one tRPC request. */
export const MAX_BATCH_SIZE = 10;
/** Maximum number of rows, as in a single list. */
const MAX_ROWS = 10_000;

/** Shared state of the calls in one tRPC request. */
export class Batch {
  readonly #isBatch: boolean;
  #rows = 0;

  /** Throws 400 for procedures that can't be batched. */
  constructor(procedures: readonly string[]) {
    this.#isBatch = procedures.length > 1;
    const unbatchable = this.#isBatch && procedures.find(isUnbatched);
    if (unbatchable)
      throw invalid(`${unbatchable} can't be called in a batch. Send it as a separate request.`);
  }

  /** Counts the rows in a call's result. Throws 413 if there are too many for one reply. */
  count(output: unknown): void {
    if (!this.#isBatch) return;
    this.#rows += countRows(output);
    if (this.#rows > MAX_ROWS) {
      throw tooLarge(
        `The calls of one batch can return at most ${MAX_ROWS.toLocaleString("en-US")} rows in all. Call them one by one.`,
      );
    }
  }
}

function countRows(output: unknown): number {
  if (Array.isArray(output)) return output.length;
  const hasItems = typeof output === "object" && output !== null && "items" in output;
  return hasItems && Array.isArray(output.items) ? output.items.length : 0;
}

/** Request data available to procedures. */
export interface Context {
  app: App;
  caller: Caller;
  /** Origin header: the site of a browser's page. Null for scripts. */
  origin: string | null;
  batch: Batch;
  requestId: string;
  signedIn: SignedIn | null;
  /** Starts a session for a user, replacing the request's one. Returns the user. */
  signIn(user: User): Promise<User>;
  /** Ends the request's session, if any. */
  signOut(): Promise<void>;
  /** Adds a cookie to the reply. */
  addCookie(cookie: string): void;
  /** Signal that aborts if the connection closes before the reply ends. */
  abortSignal(): AbortSignal;
}

interface ContextOptions {
  batch?: Batch;
  /** Calling program. Defaults to the User-Agent header. */
  userAgent?: string | null;
}

/**
 * Creates the context of an HTTP request, with the user of its token or cookie. An invalid token is rejected with 401,
 * for any call.
 */
export async function createContext(
  app: App,
  request: Request,
  response: Response,
  { batch = new Batch([]), userAgent = request.get("user-agent") ?? null }: ContextOptions = {},
): Promise<Context> {
  refuseStale(request);
  const { cookie } = request.headers;
  const caller: Caller = { ip: request.ip ?? "", userAgent };
  const signedIn = await readSignedIn(app, caller, request, response);
  if (signedIn) recordOtherName(app, request);
  return {
    app,
    caller,
    origin: request.get("origin") ?? null,
    batch,
    requestId: requestIdOf(response),
    signedIn,
    async signIn(user) {
      // Strangers share the accounts of a demo and must not see each other's browsers.
      const device = app.config.isDemo ? { ...caller, userAgent: null } : caller;
      const sessionCookie = await startSession(app, user.id, device);
      const endedCookies = await endSession(app, cookie);
      response.setHeader("Set-Cookie", [...endedCookies.slice(0, -1), sessionCookie]);
      return user;
    },
    async signOut() {
      response.setHeader("Set-Cookie", await endSession(app, cookie));
      // The browser's back button must not show workspace data again.
      response.setHeader("Clear-Site-Data", '"cache"');
    },
    addCookie(added) {
      response.append("Set-Cookie", added);
    },
    abortSignal() {
      const aborter = new AbortController();
      if (response.destroyed) aborter.abort();
      response.once("close", () => {
        if (!response.writableFinished) aborter.abort();
      });
      return aborter.signal;
    },
  };
}

/** Records that another host name is used, so that the System page asks for `PUBLIC_URL`. */
function recordOtherName(app: App, request: Request): void {
  if (app.isReachedByOtherName || app.config.publicUrl !== null) return;
  const origin = originOf(request);
  app.isReachedByOtherName = origin !== undefined && !isLoopback(origin);
}

async function readSignedIn(
  app: App,
  caller: Caller,
  { headers: { authorization, cookie } }: Request,
  response: Response,
): Promise<SignedIn | null> {
  const token = readBearer(authorization);
  if (token !== undefined) {
    try {
      return await signInByToken(app, caller, token);
    } catch (error) {
      // Only for 401, not for rate limits or database errors: programs drop a token reported as invalid.
      if (replyTo(error, "").status === 401)
        response.setHeader("WWW-Authenticate", 'Bearer error="invalid_token"');
      throw error;
    }
  }
  const { signedIn, setCookies } = await readSession(app, cookie);
  if (setCookies.length > 0) response.setHeader("Set-Cookie", setCookies);
  return signedIn;
}

/** Returns the request id used in logs. */
export const requestIdOf = (response: Response): string => String(response.getHeader("X-Request-Id") ?? "");
