import { createHash } from "node:crypto";

import { type Request, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import { isNotFound } from "#server/errors.ts";
import { SharedPages } from "#server/features/shared-pages/shared-pages.service.ts";
import { isKnown, onlyMethods } from "#server/web/server/replies.ts";
import { named } from "#server/web/server/route-names.ts";

/** Policy for shared pages: only our stylesheet may load, and nothing may run or be framed. */
const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves shared pages at secret addresses. The address is the only credential, so no session is needed. */
export function sharedPages(app: App): Router {
  const router = Router({ caseSensitive: true });
  const pages = new SharedPages(app);
  router.use("/shared", named("shared page"), onlyMethods("GET", "HEAD"), (request, response) =>
    reply(pages, request, response),
  );
  return router;
}

async function reply(pages: SharedPages, request: Request, response: Response): Promise<void> {
  response.setHeader("X-Robots-Tag", "noindex, nofollow");
  response.setHeader("Content-Security-Policy", POLICY);
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  const caller = { ip: request.ip ?? "", userAgent: request.get("user-agent") ?? null };
  const html = await pages.read(caller, request.path.slice(1)).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  if (html === null) {
    response.status(404).end(NOT_FOUND);
    return;
  }
  const etag = `"${createHash("sha256").update(html).digest("base64url")}"`;
  response.setHeader("Cache-Control", "private, max-age=60");
  response.setHeader("ETag", etag);
  if (isKnown(request.headers["if-none-match"] ?? "", etag)) response.status(304).end();
  else response.end(request.method === "HEAD" ? undefined : html);
}

const NOT_FOUND = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found · StackLoop</title><link rel="stylesheet" href="/shared-page.css"></head>
<body><main><h1>Page not found</h1><p>There is no page at this address. It may have been revoked.</p></main></body></html>`;
