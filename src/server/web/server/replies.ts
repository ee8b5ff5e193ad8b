import type { Request, RequestHandler, Response } from "express";

import { replyTo } from "#server/errors.ts";
import { requestIdOf } from "#server/web/trpc/context.ts";

/** Sends an error as `{ message, code, issues? }`. Details of unexpected errors go only to the log. */
export function sendError(response: Response, error: unknown): void {
  const { status, retryAfterSeconds, body } = replyTo(error, requestIdOf(response));
  if (status === 500) response.locals["error"] = error;
  if (retryAfterSeconds !== null) response.setHeader("Retry-After", retryAfterSeconds);
  response.status(status).json(body);
}

/** Allows only these methods. Replies 405 with this list to any other, and the list alone to OPTIONS. */
export function onlyMethods(...methods: string[]): RequestHandler {
  return (request, response, next) => {
    if (methods.includes(request.method)) {
      next();
      return;
    }
    response.setHeader("Allow", methods.join(", "));
    if (request.method === "OPTIONS") {
      response.status(204).end();
      return;
    }
    response
      .status(405)
      .json({ message: `This address only accepts ${methods.join(" or ")}`, code: "METHOD_NOT_SUPPORTED" });
  };
}

/**
 * True if the client already has this version. Unlike Express's `fresh`, ignores the "no-cache" that `fetch` adds to
 * requests with If-None-Match.
 */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch === etag ||
  (ifNoneMatch?.split(",") ?? []).some((tag) => tag.trim().replace(/^W\//u, "") === etag);

/** Policy for an image opened as a page: it may only show itself. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

interface ImageReply {
  bytes: Uint8Array;
  mediaType: string;
  etag: string;
  cacheControl: string;
}

/** Sends an image, or 304 if the client has it. */
export function sendImage(request: Request, response: Response, image: ImageReply): void {
  response.setHeader("ETag", image.etag);
  response.setHeader("Cache-Control", image.cacheControl);
  response.setHeader("Content-Security-Policy", IMAGE_POLICY);
  response.setHeader("Content-Type", image.mediaType);
  if (matchesEtag(request.headers["if-none-match"], image.etag)) response.status(304).end();
  else response.send(Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.byteLength));
}
