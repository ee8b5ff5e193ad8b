import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { Request, Response } from "express";
import { z } from "zod";

import { acceptsGzip, describeReady, type ReadyReply } from "#server/http/kept-replies.ts";

const gzipped = promisify(gzip);
// The procedure has checked the items.
const anyPage = z.object({
  items: z.custom<readonly unknown[]>(Array.isArray),
  nextCursor: z.string().nullable(),
});

/** Serialises a page of a call with these parameters as a plain array; without an ETag it gets one of its bytes. */
export function createListReply(
  request: Request,
  page: unknown,
  parameters: readonly string[],
  etag?: string,
): ReadyReply {
  const { items, nextCursor } = anyPage.parse(page);
  const bytes = Buffer.from(JSON.stringify(items));
  return {
    bytes,
    etag: etag ?? `"${hash("sha256", bytes, "base64url")}"`,
    link: nextCursor === null ? null : nextLink(request, parameters, nextCursor),
    gzipped: null,
  };
}

/** Serialises anything that is no list. */
export const createReply = (output: unknown): ReadyReply => ({
  bytes: Buffer.from(JSON.stringify(output)),
  etag: null,
  link: null,
});

/** Sends a reply whose bytes are ready; they are compressed when the first one accepts that. */
export async function sendReady(request: Request, response: Response, reply: ReadyReply): Promise<void> {
  if (reply.gzipped === null && acceptsGzip(request.headers)) reply.gzipped = await gzipped(reply.bytes);
  const { status, headers, body } = describeReady(request, reply);
  response.status(status).setHeaders(new Map(headers)).end(body);
}

/** The same call further on. What it doesn't know stays behind: it may be longer than proxies let headers be. */
function nextLink(request: Request, parameters: readonly string[], cursor: string): string {
  const given = new URLSearchParams(request.originalUrl.split("?")[1] ?? "");
  const known = [...given].filter(([name]) => parameters.includes(name) && !(name in request.params));
  const query = new URLSearchParams(known);
  query.set("cursor", cursor);
  return `<${request.path}?${query.toString()}>; rel="next"`;
}
