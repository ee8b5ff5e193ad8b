import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from "node:http";

import { type Access, authorizeSignedIn } from "#server/access.ts";
import type { App } from "#server/app.ts";
import { findCachedSession, type SignedIn } from "#server/features/users/sessions.service.ts";
import { inBackground } from "#server/in-background.ts";

import { hasBody } from "./json-body.ts";
import { ownHostCheck } from "./own-host.ts";
import { isKnown } from "./replies.ts";
import { type Headers, PRIVATE_REPLY, REVALIDATED_REPLY, securityHeaders } from "./security-headers.ts";

/** A JSON reply whose bytes are ready: serialised once, and compressed once where that is done at all. */
export interface ReadyReply {
  bytes: Buffer;
  /** Null where whoever asks again gets the whole reply again. */
  etag: string | null;
  /** Where the next page of a list is, as the Link header has it. */
  link: string | null;
  /** Null until somebody accepts it; absent for a reply that is too small for it. */
  gzipped?: Buffer | null;
  /** The same for everybody who may read it. */
  isShared?: boolean;
}

const GZIP: Headers = [["Content-Encoding", "gzip"]];

/** What is kept of the replies of one address. */
export interface KeptReplies {
  access: Access;
  /** What this person is replied as long as nothing of it has changed; nothing where the call has to be made. */
  find(signedIn: SignedIn): ReadyReply | undefined;
}

/**
 * Replies with what is kept, where session, limits and marks allow, before Express looks at the request; any other
 * request goes on to `next`. See docs/decisions/0027-answer-cached-replies-before-express-and-cache-sessions-until-they-change.md.
 */
export function keptFirst(
  app: App,
  repliesOf: ReadonlyMap<string, KeptReplies>,
  next: RequestListener,
): RequestListener {
  const isOwnHost = ownHostCheck(app);
  const everywhere = securityHeaders(app).flat();
  return (request, response) => {
    const start = performance.now();
    const route = request.url ?? "";
    const replies = repliesOf.get(route);
    const isPlain = replies && isPlainRead(app, request) && isOwnHost(request.headers.host);
    const signedIn = isPlain && findCachedSession(app, request.headers.cookie);
    const reply = signedIn && replies.find(signedIn);
    if (!reply || (reply.gzipped === null && acceptsGzip(request.headers))) {
      next(request, response);
      return;
    }
    const replyToThePermitted = async () => {
      if (await isPermitted(app, signedIn, replies.access)) {
        const { status, headers, body } = describeReady(request, reply);
        response.writeHead(status, [...everywhere, "X-Request-Id", randomUUID(), ...headers.flat()]);
        response.end(body);
        const { method = "" } = request;
        app.requests.countRequest({ method, route, status, ms: performance.now() - start });
      } else next(request, response);
    };
    inBackground(app.log, "a kept reply", replyToThePermitted());
  };
}

/** Whether the gate lets somebody pass; who may not is told why where everybody is. */
async function isPermitted(app: App, signedIn: SignedIn, access: Access): Promise<boolean> {
  try {
    await authorizeSignedIn(app, signedIn, access, "read");
    return true;
  } catch {
    return false;
  }
}

/** A GET by a cookie, without a body, of which no line is to be logged. */
const isPlainRead = ({ log }: App, { method, headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") &&
  headers.authorization === undefined &&
  !hasBody(headers) &&
  !log.isLevelEnabled("debug");

/** How a ready reply goes out to whoever asks: 304 to those who have it, compressed to those who accept that. */
export function describeReady(
  { method, headers }: IncomingMessage,
  { bytes, etag, link, gzipped, isShared = false }: ReadyReply,
) {
  const about: Headers = [
    ...(isShared && isPage(headers) ? REVALIDATED_REPLY : PRIVATE_REPLY),
    ...(etag === null ? [] : [["ETag", etag] as const]),
    ...(link === null ? [] : [["Link", link] as const]),
  ];
  if (etag !== null && isKnown(headers["if-none-match"], etag)) return { status: 304, headers: about };
  const isGzip = gzipped != null && acceptsGzip(headers);
  const body = isGzip ? gzipped : bytes;
  const described: Headers = [
    ...about,
    ...(isGzip ? GZIP : []),
    ["Content-Type", "application/json; charset=utf-8"],
    ["Vary", "Accept-Encoding"],
    ["Content-Length", String(body.length)],
  ];
  return { status: 200, headers: described, ...(method !== "HEAD" && { body }) };
}

/**
 * Whether a page of this server asks, in a browser whose cache is emptied by signing out: browsers send this header where
 * they obey Clear-Site-Data, which is by https and on this machine.
 */
const isPage = (headers: IncomingHttpHeaders): boolean => headers["sec-fetch-site"] === "same-origin";

/** Whether an Accept-Encoding header allows gzip, by name or by `*`, and not with the weight 0. */
export function acceptsGzip(headers: IncomingHttpHeaders): boolean {
  const accepted = headers["accept-encoding"] ?? "";
  const weights = new Map(
    accepted.split(",").map((coding) => {
      const [name = "", weight] = coding.toLowerCase().split(";");
      return [name.trim(), Number(weight?.split("=")[1] ?? 1)];
    }),
  );
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}
