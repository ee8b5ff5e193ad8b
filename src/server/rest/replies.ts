import { createHash } from "node:crypto";

import type { Request, Response } from "express";
import { z } from "zod";

import { replyTo } from "#server/errors.ts";
import { requestIdOf } from "#server/http/context.ts";
import { exportedFileSchema } from "#shared/export.ts";
import { pageOf } from "#shared/paging.ts";

const anyPage = pageOf(z.unknown());

/** Sends whatever was thrown as `{ message, code, issues? }`; the inside of an unexpected error goes to the log only. */
export function sendError(response: Response, error: unknown): void {
  const { status, retryAfterSeconds, body } = replyTo(error, requestIdOf(response));
  if (status === 500) response.locals["fault"] = error;
  if (retryAfterSeconds !== null) response.setHeader("Retry-After", retryAfterSeconds);
  response.status(status).json(body);
}

/** Sends a file to save. */
export function sendFile(response: Response, answer: unknown): void {
  const { fileName, mediaType, encoding, content } = exportedFileSchema.parse(answer);
  response.setHeader("Content-Type", mediaType);
  response.setHeader("Content-Disposition", `attachment; filename="${fileName}"`);
  response.end(Buffer.from(content, encoding));
}

/** Sends a page as a plain array, with the address of the next one in the Link header, and 304 where nothing changed. */
export function sendList(request: Request, response: Response, answer: unknown): void {
  const { items, nextCursor } = anyPage.parse(answer);
  const bytes = Buffer.from(JSON.stringify(items));
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  if (nextCursor !== null) response.setHeader("Link", nextLink(request, nextCursor));
  response.setHeader("ETag", etag);
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.end(bytes);
}

function nextLink(request: Request, cursor: string): string {
  const query = new URLSearchParams(request.originalUrl.split("?")[1] ?? "");
  query.set("cursor", cursor);
  return `<${request.path}?${query.toString()}>; rel="next"`;
}
