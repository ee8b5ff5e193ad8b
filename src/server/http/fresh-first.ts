import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import type { App } from "#server/app.ts";
import { inBackground } from "#server/in-background.ts";

/** What is derived from the database, and what only people who are signed in get, is asked for at these. */
const CALLS = /^\/(?:api|trpc|mcp|feeds|metrics|pictures|public-objects|storage)(?:[/?]|$)/iu;

/** When its sender last wrote something, in milliseconds since 1970. */
const COOKIE = "lastWrite";
const LAST_WRITE = /(?:^|;\s*)lastWrite=(?<time>\d{1,15})(?:;|$)/u;
/** Longer than a request takes, and than clocks of machines differ. */
const RECENT_MS = 60_000;
const COOKIE_SECONDS = 400 * 86_400;

/** Why it could not be learned for a request what other processes wrote. */
const failures = new WeakMap<IncomingMessage, Error>();

/**
 * Where other processes write to the database too, has this one know what they wrote before it answers: all that is
 * older than a second, and everything for whoever has just written or does not say. Where it can't, the request goes to
 * `calls`, past all that is kept, and is refused there. See docs/decisions/0054-what-other-processes-wrote.md.
 */
export function freshFirst(app: App, next: RequestListener, calls: RequestListener): RequestListener {
  const { catchUp } = app.database;
  if (catchUp === null) return next;
  return (request, response) => {
    if (!CALLS.test(request.url ?? "")) {
      next(request, response);
      return;
    }
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead && request.headers.authorization === undefined) noteWrite(app, response);
    if (catchUp.isFresh() && (!isRead || isLongSinceWrite(request))) {
      next(request, response);
      return;
    }
    const replyOnceKnown = async () => {
      try {
        await catchUp.run();
      } catch (error) {
        failures.set(request, error instanceof Error ? error : new Error(String(error)));
      }
      // Whoever hung up meanwhile needs no reply.
      if (response.destroyed) return;
      if (failures.has(request)) calls(request, response);
      else next(request, response);
    };
    inBackground(app.log, "learning what other processes wrote", replyOnceKnown());
  };
}

/** Refuses a request for which it could not be learned what other processes wrote. */
export function refuseStale(request: IncomingMessage): void {
  const failure = failures.get(request);
  if (failure) throw failure;
}

/** Who keeps no cookies may have written just now. */
function isLongSinceWrite({ headers }: IncomingMessage): boolean {
  const time = LAST_WRITE.exec(headers.cookie ?? "")?.groups?.["time"];
  return time !== undefined && Math.abs(Date.now() - Number(time)) > RECENT_MS;
}

/** Has the sender keep the time, unless it was refused; as the reply begins, since others set cookies until then. */
function noteWrite({ publicUrl }: App, response: ServerResponse): void {
  const { writeHead } = response;
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  Object.assign(response, {
    writeHead(...parameters: unknown[]): unknown {
      const [status] = parameters;
      if (typeof status !== "number" || status < 400 || status >= 500) {
        const cookie = `${COOKIE}=${Date.now()}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
        response.appendHeader("Set-Cookie", cookie);
      }
      return Reflect.apply(writeHead, response, parameters);
    },
  });
}
