import type { Request, Response } from "express";

import type { App, Caller } from "#server/app.ts";
import { replyTo } from "#server/errors.ts";
import {
  endSession,
  readSession,
  type SignedIn,
  startSession,
} from "#server/features/users/sessions.service.ts";
import { readBearer, signInByToken } from "#server/features/users/token-use.service.ts";
import { originOf } from "#server/web/server/own-host.ts";
import { isLoopback } from "#server/web/server/request-origin.ts";
import { Batch } from "#server/web/trpc/batch.ts";
import type { User } from "#shared/accounts/users.ts";

import { refuseStale } from "./read-your-writes.ts";

/** What procedures know of the request they reply to. */
export interface Context {
  app: App;
  caller: Caller;
  /** The Origin header: where a browser's page comes from; null for scripts. */
  origin: string | null;
  batch: Batch;
  requestId: string;
  signedIn: SignedIn | null;
  /** Begins a session for a user in place of the one that the request came with, and returns the user. */
  signIn(user: User): Promise<User>;
  /** Ends the session that the request came with, if any. */
  signOut(): Promise<void>;
  /** Aborted when the connection ends before the reply has: nobody waits for it any more. */
  callerGone(): AbortSignal;
}

interface ContextOptions {
  batch?: Batch;
  /** The program that calls; what its header says unless given. */
  userAgent?: string | null;
}

/**
 * Makes the context of one HTTP request; reads who is signed in from its token, or else from its cookie. A token that
 * does not work is refused with 401, whatever is called.
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
  if (signedIn) noteOtherName(app, request);
  return {
    app,
    caller,
    origin: request.get("origin") ?? null,
    batch,
    requestId: requestIdOf(response),
    signedIn,
    async signIn(user) {
      const begun = await startSession(app, user.id, caller);
      const ended = await endSession(app, cookie);
      response.setHeader("Set-Cookie", [...ended.slice(0, -1), begun]);
      return user;
    },
    async signOut() {
      response.setHeader("Set-Cookie", await endSession(app, cookie));
      // Nothing of the workspace may come back with the browser's back button.
      response.setHeader("Clear-Site-Data", '"cache"');
    },
    callerGone() {
      const gone = new AbortController();
      if (response.destroyed) gone.abort();
      response.once("close", () => {
        if (!response.writableFinished) gone.abort();
      });
      return gone.signal;
    },
  };
}

/** For System, which then asks for `PUBLIC_URL`. */
function noteOtherName(app: App, request: Request): void {
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
      // Not where somebody has to wait, or the database does: programs drop a token that is invalid.
      if (replyTo(error, "").status === 401)
        response.setHeader("WWW-Authenticate", 'Bearer error="invalid_token"');
      throw error;
    }
  }
  const { signedIn, setCookies } = await readSession(app, cookie);
  if (setCookies.length > 0) response.setHeader("Set-Cookie", setCookies);
  return signedIn;
}

/** The id under which a request stands in the log. */
export const requestIdOf = (response: Response): string => String(response.getHeader("X-Request-Id") ?? "");
