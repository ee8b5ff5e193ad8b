import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { Request, Response } from "express";
import { z } from "zod";

import { isKnown } from "#server/http/replies.ts";
import { pageOf } from "#shared/paging.ts";

const gzipped = promisify(gzip);
const anyPage = pageOf(z.unknown());

/** A list as it goes out: serialised once, compressed once when somebody accepts that. */
export interface ListReply {
  bytes: Buffer;
  etag: string;
  nextCursor: string | null;
  compressed?: Promise<Buffer>;
}

/** Serialises a page as a plain array. */
export function createListReply(answer: unknown): ListReply {
  const { items, nextCursor } = anyPage.parse(answer);
  const bytes = Buffer.from(JSON.stringify(items));
  return { bytes, nextCursor, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

/** Sends a list: 304 where the asker has it, the address of the next page in the Link header. */
export async function sendList(request: Request, response: Response, reply: ListReply): Promise<void> {
  if (reply.nextCursor !== null) response.setHeader("Link", nextLink(request, reply.nextCursor));
  response.setHeader("ETag", reply.etag);
  if (isKnown(request, reply.etag)) {
    response.status(304).end();
    return;
  }
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Vary", "Accept-Encoding");
  if (request.acceptsEncodings("gzip") && request.get("accept-encoding")) {
    reply.compressed ??= gzipped(reply.bytes);
    response.setHeader("Content-Encoding", "gzip");
    end(request, response, await reply.compressed);
  } else {
    end(request, response, reply.bytes);
  }
}

function end(request: Request, response: Response, bytes: Buffer): void {
  response.setHeader("Content-Length", bytes.length);
  if (request.method === "HEAD") response.end();
  else response.end(bytes);
}

function nextLink(request: Request, cursor: string): string {
  const query = new URLSearchParams(request.originalUrl.split("?")[1] ?? "");
  query.set("cursor", cursor);
  return `<${request.path}?${query.toString()}>; rel="next"`;
}
