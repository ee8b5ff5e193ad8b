import type { Request, Response } from "express";

import type { App, Caller } from "#server/app.ts";
import { Batch } from "#server/batch.ts";
import { readSession, type SignedIn, startSession } from "#server/features/users/sessions.service.ts";
import { endSession } from "#server/features/users/sessions.service.ts";
import type { User } from "#shared/users.ts";

/** What procedures know of the request they reply to. */
export interface Context {
  app: App;
  caller: Caller;
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

/** Makes the context of one HTTP request; reads the session from its cookie. */
export async function createContext(
  app: App,
  request: Request,
  response: Response,
  batch = new Batch([]),
): Promise<Context> {
  const { cookie } = request.headers;
  const caller: Caller = { ip: request.ip ?? "", userAgent: request.get("user-agent") ?? null };
  const { signedIn, setCookie } = await readSession(app, cookie);
  if (setCookie !== null) response.setHeader("Set-Cookie", setCookie);
  return {
    app,
    caller,
    batch,
    requestId: requestIdOf(response),
    signedIn,
    async signIn(user) {
      await endSession(app, cookie);
      response.setHeader("Set-Cookie", await startSession(app, user.id, caller));
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

/** The id under which a request stands in the log. */
export const requestIdOf = (response: Response): string => String(response.getHeader("X-Request-Id") ?? "");
