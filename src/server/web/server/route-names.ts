import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import type { RequestHandler } from "express";

import type { App } from "#server/app.ts";

/** What a request is counted as that no part of the server has named. */
const OTHER = "other";

const names = new WeakMap<ServerResponse, string>();

/** Names what a request asks for, for the counts: one of few names, never what the address says. */
export function nameRoute(response: ServerResponse, name: string): void {
  names.set(response, name);
}

/** Middleware that names what comes by. */
export const named =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    nameRoute(response, name);
    next();
  };

/** Counts requests as soon as they are over, with the time that they waited for their turn. */
export function tallied(app: App, next: RequestListener): RequestListener {
  return (request, response) => {
    const start = performance.now();
    response.once("close", () => countRequest(app, request, response, start));
    next(request, response);
  };
}

/** Counts a request that is over and began at `start`, by `performance.now()`. */
function countRequest(
  { requests }: App,
  { method }: IncomingMessage,
  response: ServerResponse,
  start: number,
) {
  const isStream = String(response.getHeader("Content-Type")).startsWith("text/event-stream");
  requests.countRequest({
    method: method ?? "",
    route: names.get(response) ?? OTHER,
    status: response.writableFinished || isStream ? response.statusCode : null,
    ms: isStream ? null : performance.now() - start,
  });
}
