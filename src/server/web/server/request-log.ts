import { randomUUID } from "node:crypto";

import type { RequestHandler, Response } from "express";

import type { App } from "#server/app.ts";

function chooseLevel(response: Response, isRead: boolean): "debug" | "info" | "warn" | "error" {
  if (response.statusCode >= 500) return "error";
  if (response.statusCode >= 400) return "warn";
  return isRead ? "debug" : "info";
}

/** What in a path is a secret that others could use: the addresses of feeds, and tokens that somebody put there. */
const SECRETS = /(?<=\/feeds\/).*|sl[ft]_\w+/giu;
const pathForLog = (url: string): string => (url.split("?")[0] ?? "").replaceAll(SECRETS, "…");

/** Gives each request an id and writes one line about it when it has its reply; quiet about reads that went well. */
export function requestLog(app: App): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID();
    const start = performance.now();
    response.setHeader("X-Request-Id", id);
    response.on("finish", () => {
      const { method } = request;
      const isRead = method === "GET" || method === "HEAD";
      // A probe comes every few seconds, and what it is told stands in the log once.
      const level = request.path === "/readyz" ? "debug" : chooseLevel(response, isRead);
      if (!app.log.isLevelEnabled(level)) return;
      app.log[level](
        {
          requestId: id,
          method,
          path: pathForLog(request.originalUrl),
          status: response.statusCode,
          ms: Math.round(performance.now() - start),
          err: response.locals["error"],
        },
        "request",
      );
    });
    next();
  };
}
