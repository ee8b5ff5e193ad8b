import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import type { App } from "#server/app.ts";
import { inBackground } from "#server/kernel/async/promises.ts";

/** Paths of replies that depend on the database or require a session. */
const CALL_PATH = /^\/(?:api|trpc|mcp|feeds|metrics|pictures|public-objects|storage)(?:[/?]|$)/iu;

/** Cookie with the time of the client's last write, in milliseconds since 1970. */
const COOKIE_NAME = "lastWrite";
const LAST_WRITE_COOKIE = /(?:^|;\s*)lastWrite=(?<time>\d{1,15})(?:;|$)/u;
/** Longer than any request takes, and longer than the clocks of two machines differ. */
const RECENT_MS = 60_000;
const COOKIE_SECONDS = 400 * 86_400;

/** Requests that must fail, because this process couldn't read other processes' changes first. Each has its error. */
const failures = new WeakMap<IncomingMessage, Error>();

/**
 * If other processes write to the database too, reads their changes before a call: those older than a second, or all of
 * them if the client may have just written. Rejects the call if that fails. See
 * docs/decisions/0054-detect-changes-written-by-other-processes.md.
 */
export function readYourWrites(app: App, next: RequestListener): RequestListener {
  const { catchUp } = app.database;
  if (catchUp === null) return next;
  return (request, response) => {
    if (!CALL_PATH.test(request.url ?? "")) {
      next(request, response);
      return;
    }
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead && request.headers.authorization === undefined) addWriteCookie(app, response);
    if (catchUp.isFresh() && (!isRead || isLongSinceWrite(request))) {
      next(request, response);
      return;
    }
    const replyAfterCatchUp = async () => {
      try {
        await catchUp.run();
      } catch (error) {
        failures.set(request, error instanceof Error ? error : new Error(String(error)));
      }
      // Skips requests whose clients disconnected.
      if (!response.destroyed) next(request, response);
    };
    inBackground(app.log, "reading changes by other processes", replyAfterCatchUp());
  };
}

/** Throws if this process couldn't read other processes' changes before the request. */
export function refuseStale(request: IncomingMessage): void {
  const failure = failures.get(request);
  if (failure) throw failure;
}

/**
 * Returns false for clients that may have just written: those without the cookie, and pages notified of another user's
 * change.
 */
function isLongSinceWrite({ headers }: IncomingMessage): boolean {
  if (headers["x-after-change"] !== undefined) return false;
  const time = LAST_WRITE_COOKIE.exec(headers.cookie ?? "")?.groups?.["time"];
  return time !== undefined && Math.abs(Date.now() - Number(time)) > RECENT_MS;
}

/**
 * Stores the write time in a cookie, unless the request is rejected. Set when the reply begins, after all other
 * cookies.
 */
function addWriteCookie({ publicUrl }: App, response: ServerResponse): void {
  const { writeHead } = response;
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  Object.assign(response, {
    writeHead(...parameters: unknown[]): unknown {
      const [status] = parameters;
      if (typeof status !== "number" || status < 400 || status >= 500) {
        const cookie = `${COOKIE_NAME}=${Date.now()}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
        response.appendHeader("Set-Cookie", cookie);
      }
      return Reflect.apply(writeHead, response, parameters);
    },
  });
}
