import { randomUUID } from "node:crypto";

import type { RequestHandler, Response } from "express";

import type { App } from "#server/app.ts";

function chooseLevel(response: Response, isRead: boolean): "debug" | "info" | "warn" | "error" {
  if (response.statusCode >= 500) return "error";
  if (response.statusCode >= 400) return "warn";
  return isRead ? "debug" : "info";
}

/** Secrets in paths: addresses of feeds and shared pages, and tokens that a client put there. */
const SECRETS = /(?<=\/feeds\/).*|sl[tfs]_\w+/giu;
const pathForLog = (url: string): string => (url.split("?")[0] ?? "").replaceAll(SECRETS, "…");

/** Assigns each request an id and logs one line after its reply. Skips successful reads. */
export function requestLog(app: App): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID();
    const start = performance.now();
    response.setHeader("X-Request-Id", id);
    response.on("finish", () => {
      const { method } = request;
      const isRead = method === "GET" || method === "HEAD";
      // Probes come every few seconds, and their result is logged elsewhere once.
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
