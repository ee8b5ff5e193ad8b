import { hash, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { Request, Response } from "express";
import { z } from "zod";

import type { App } from "#server/app.ts";
import { matchesEtag } from "#server/web/server/replies.ts";
import type { Context } from "#server/web/trpc/context.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

type SignedIn = NonNullable<Context["signedIn"]>;

const gzipAsync = promisify(gzip);

/** A JSON reply that is serialised once, and compressed once at most. */
export interface SerialisedReply {
  bytes: Buffer;
  /** Null if the client gets the whole reply every time. */
  etag: string | null;
  /** Link header with the next page of a list. */
  link: string | null;
  /** Null until a client accepts it; absent for a reply that is too small to compress. */
  gzipped?: Buffer | null;
  /** True if the reply is the same for all permitted users. */
  isShared?: boolean;
}

/** Data that everybody shares: the items of a kind, or the verdicts on all tools. */
export type SharedData = ItemKind | "verdicts";
/** How long replies are cached: until shared data changes, or until the caller's session or user does. */
export type CachedWhile = SharedData | "session";

/** The cached replies of one call. */
export interface ReplyCache {
  find(signedIn: SignedIn): SerialisedReply | undefined;
  /** Makes a reply and stores it. For shared data, `createReply` gets the ETag. */
  fill(
    signedIn: SignedIn | null,
    createReply: (etag?: string) => Promise<SerialisedReply>,
  ): Promise<SerialisedReply>;
}

export const createReplyCache = (app: App, cachedWhile: CachedWhile): ReplyCache =>
  cachedWhile === "session" ? cacheForEachSession() : cacheForAll(app, cachedWhile);

function cacheForAll({ cacheVersions }: App, data: SharedData): ReplyCache {
  let cached: { version: string; reply: SerialisedReply } | undefined;
  const readVersion = () => (data === "verdicts" ? cacheVersions.readVerdicts() : cacheVersions.read(data));
  // Versions restart with each server, so an ETag needs more than the version.
  const start = randomBytes(9).toString("base64url");
  return {
    find: () => (cached?.version === readVersion() ? cached.reply : undefined),
    async fill(_signedIn, make) {
      // Read before the data: a cached reply may be newer than its version, never older.
      const version = readVersion();
      const reply = { ...(await make(`"${start}-${version}"`)), isShared: true };
      cached = { version, reply };
      return reply;
    },
  };
}

/** Creates a cache by session object. Once a session is read again, it is another object without cached replies. */
function cacheForEachSession(): ReplyCache {
  const cached = new WeakMap<SignedIn, SerialisedReply>();
  return {
    find: (signedIn) => cached.get(signedIn),
    async fill(signedIn, make) {
      const reply = await make();
      if (signedIn) cached.set(signedIn, reply);
      return reply;
    },
  };
}

// The procedure has validated the items.
const pageSchema = z.object({
  items: z.custom<readonly unknown[]>(Array.isArray),
  nextCursor: z.string().nullable(),
});

/** Serialises a page of a call with these parameters as a plain array. Without an ETag, derives one from its bytes. */
export function serialiseList(
  request: Request,
  page: unknown,
  parameters: readonly string[],
  etag?: string,
): SerialisedReply {
  const { items, nextCursor } = pageSchema.parse(page);
  const bytes = Buffer.from(JSON.stringify(items));
  return {
    bytes,
    etag: etag ?? `"${hash("sha256", bytes, "base64url")}"`,
    link: nextCursor === null ? null : nextLink(request, parameters, nextCursor),
    gzipped: null,
  };
}

/** Serialises any reply except lists. */
export const serialise = (output: unknown): SerialisedReply => ({
  bytes: Buffer.from(JSON.stringify(output)),
  etag: null,
  link: null,
});

/** Sends a serialised reply, or 304 if the client has it. Compresses it if the client accepts that. */
export async function sendSerialised(
  request: Request,
  response: Response,
  reply: SerialisedReply,
): Promise<void> {
  const { bytes, etag, link, isShared = false } = reply;
  if (isShared && isFromOwnPage(request)) response.setHeader("Cache-Control", "private, no-cache");
  if (etag !== null) response.setHeader("ETag", etag);
  if (link !== null) response.setHeader("Link", link);
  if (etag !== null && matchesEtag(request.headers["if-none-match"], etag)) {
    response.status(304).end();
    return;
  }
  let body = bytes;
  if (reply.gzipped !== undefined && request.acceptsEncodings("gzip") !== false) {
    reply.gzipped ??= await gzipAsync(bytes);
    body = reply.gzipped;
    response.setHeader("Content-Encoding", "gzip");
  }
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Vary", "Accept-Encoding");
  response.setHeader("Content-Length", body.length);
  response.end(body);
}

/**
 * True if a page of this server sends the request, in a browser that clears its cache on sign-out. Browsers send this
 * header where they obey Clear-Site-Data: over https and on this machine.
 */
const isFromOwnPage = ({ headers }: Request): boolean => headers["sec-fetch-site"] === "same-origin";

/** Returns the address of the next page. Drops unknown parameters, which could exceed proxies' header limits. */
function nextLink(request: Request, parameters: readonly string[], cursor: string): string {
  const given = new URLSearchParams(request.originalUrl.split("?")[1] ?? "");
  const known = [...given].filter(([name]) => parameters.includes(name) && !(name in request.params));
  const query = new URLSearchParams(known);
  query.set("cursor", cursor);
  return `<${request.path}?${query.toString()}>; rel="next"`;
}
