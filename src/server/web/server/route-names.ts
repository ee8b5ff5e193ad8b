import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import type { RequestHandler } from "express";

import type { App } from "#server/app.ts";

/** Route name of requests that no handler has named. */
const OTHER = "other";

const names = new WeakMap<ServerResponse, string>();

/** Names a request's route for the counters, from a small set and never from the address. */
export function nameRoute(response: ServerResponse, name: string): void {
  names.set(response, name);
}

/** Creates middleware that names the route. */
export const named =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    nameRoute(response, name);
    next();
  };

/** Counts requests when they end, with the time spent in the queue. */
export function tallied(app: App, next: RequestListener): RequestListener {
  return (request, response) => {
    const start = performance.now();
    app.eventLoop.noteWork();
    response.once("close", () => countRequest(app, request, response, start));
    next(request, response);
  };
}

/** Counts a request that has ended. `start` is from `performance.now()`. */
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
