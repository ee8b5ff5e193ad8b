import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import { type Request, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import { isNotFound, notFound } from "#server/errors.ts";
import { type FeedReply, FollowedFeeds } from "#server/features/follows/follows.service.ts";
import { SharedPages } from "#server/features/shared-pages/shared-pages.service.ts";
import { FEED_MEDIA_TYPES } from "#server/outside/feeds/written-feed.ts";
import { matchesEtag, onlyMethods } from "#server/web/server/replies.ts";
import { withRouteName } from "#server/web/server/request-tally.ts";

const gunzipAsync = promisify(gunzip);

const FEED_PATH = /^\/feeds\/(\w+)\.(atom|json)$/u;
/** Readers poll every 15 minutes at most. Private, since a shared cache could serve it to other users. */
const CACHE_CONTROL = "private, max-age=300";
/** Policy for a feed opened as a page: nothing in it may run, load or be framed. */
const FEED_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Serves feeds at private addresses. The address is the only credential, so no session is needed. */
export function feedAddresses(app: App): Router {
  const router = Router({ caseSensitive: true });
  const feeds = new FollowedFeeds(app);
  router.use("/feeds", withRouteName("feed"), onlyMethods("GET", "HEAD"), (request, response) =>
    replyWithFeed(feeds, request, response),
  );
  return router;
}

async function replyWithFeed(feeds: FollowedFeeds, request: Request, response: Response): Promise<void> {
  response.setHeader("X-Robots-Tag", "noindex, nofollow");
  response.setHeader("Cache-Control", "no-store");
  const path = `${request.baseUrl}${request.path}`;
  const [, secret = "", format] = FEED_PATH.exec(path) ?? [];
  if (format !== "atom" && format !== "json") throw notFound("There is no feed at this address");
  const caller = { ip: request.ip ?? "", userAgent: request.get("user-agent") ?? null };
  const feed = await feeds.read(caller, { secret, format, path });
  response.setHeader("Cache-Control", CACHE_CONTROL);
  response.setHeader("Content-Security-Policy", FEED_POLICY);
  response.setHeader("ETag", feed.etag);
  response.setHeader("Last-Modified", feed.changedAt.toUTCString());
  response.setHeader("Vary", "Accept-Encoding");
  if (isNotModified(request, feed)) {
    response.status(304).end();
    return;
  }
  const isGzipped = request.acceptsEncodings("gzip") !== false;
  if (isGzipped) response.setHeader("Content-Encoding", "gzip");
  const body = isGzipped ? feed.gzipped : await gunzipAsync(feed.gzipped);
  response.setHeader("Content-Type", FEED_MEDIA_TYPES[format]);
  response.setHeader("Content-Length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** True if a reader has this version. If both conditions are sent, the ETag counts (RFC 9110, section 13.2.2). */
function isNotModified({ headers }: Request, { etag, changedAt }: FeedReply): boolean {
  if (headers["if-none-match"] !== undefined) return matchesEtag(headers["if-none-match"], etag);
  const since = Date.parse(headers["if-modified-since"] ?? "");
  // HTTP dates have no fractions of a second.
  return since >= Math.floor(changedAt.getTime() / 1000) * 1000;
}

/** Policy for shared pages: only our stylesheet may load, and nothing may run or be framed. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves shared pages at secret addresses. The address is the only credential, so no session is needed. */
export function sharedPages(app: App): Router {
  const router = Router({ caseSensitive: true });
  const pages = new SharedPages(app);
  router.use("/shared", withRouteName("shared page"), onlyMethods("GET", "HEAD"), (request, response) =>
    replyWithPage(pages, request, response),
  );
  return router;
}

async function replyWithPage(pages: SharedPages, request: Request, response: Response): Promise<void> {
  response.setHeader("X-Robots-Tag", "noindex, nofollow");
  response.setHeader("Content-Security-Policy", PAGE_POLICY);
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
  if (matchesEtag(request.headers["if-none-match"] ?? "", etag)) response.status(304).end();
  else response.end(request.method === "HEAD" ? undefined : html);
}

const NOT_FOUND = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found · StackLoop</title><link rel="stylesheet" href="/shared-page.css"></head>
<body><main><h1>Page not found</h1><p>There is no page at this address. It may have been revoked.</p></main></body></html>`;
