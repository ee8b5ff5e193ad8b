import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import type { Dispatcher } from "undici";

import { UpstreamError } from "#server/upstream-error.ts";
import { lazy } from "#shared/kernel/lazy.ts";

import { guardedLookup, hostAndPort, findRefusal, type Resolve } from "./address-guard.ts";
import type { QueuePerHost, Timing } from "./politeness.ts";

const MAX_REDIRECTS = 3;
const MAX_TRIES = 3;
const CONNECT_MS = 5_000;
const HEADERS_MS = 10_000;
const TOTAL_MS = 20_000;
/** A server that wants a longer pause than this is left to a later run. */
const LONGEST_WAIT_MS = 30_000;

/** What an outgoing request failed of. */
export type OutboundErrorKind = "unreachable" | "refused" | "too slow" | "too large" | "status";

/**
 * These sentences give no detail, so that nobody can map a network with them: inside addresses are never requested, and
 * of the others a closed port is told like a silent one. The log has the detail.
 */
const COULD_NOT = "Couldn't reach the address";
const MESSAGES: Record<OutboundErrorKind, string> = {
  unreachable: COULD_NOT,
  refused: COULD_NOT,
  status: COULD_NOT,
  "too slow": COULD_NOT,
  "too large": "The response was too large",
};

export class OutboundError extends UpstreamError<OutboundErrorKind> {
  override readonly name = "OutboundError";
  // Private, since a logger writes what it can see of an error, and a server may send back what it was sent.
  readonly #body: string;

  constructor(
    kind: OutboundErrorKind,
    detail: string,
    reply?: { status: number; retryAfterMs: number | null; body: string },
  ) {
    super(MESSAGES[kind], kind, detail, reply);
    this.#body = reply?.body ?? "";
  }

  /** What came with a status that is a failure: some sources give the reason there. Not for the log. */
  get body(): string {
    return this.#body;
  }
}

export interface OutboundRequest {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** The largest body that is read, in bytes after decompression. */
  maxBytes: number;
  /** The longest that one try may take in all. */
  timeoutMs?: number;
  /** How often a failing request is made in all. */
  tries?: number;
  /** How long a busy server (429, 503) that names no time itself wants to be left alone, in milliseconds. */
  busyPauseMs?: number;
  /** False for a paid service: its requests do not wait for each other, since people wait for its slow answers. */
  inTurn?: boolean;
  signal?: AbortSignal | undefined;
}

export interface OutboundReply {
  /** Where the reply came from, after redirects. */
  url: string;
  /** The same, when every redirect on the way was for good; null when there was none. */
  movedTo: string | null;
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** The one way out of the server. */
export interface HttpClient {
  /** Returns replies with status 2xx or 304; throws OutboundError for all else. A POST follows no redirect. */
  send(outbound: OutboundRequest): Promise<OutboundReply>;
}

export interface HttpClientOptions {
  userAgent: string;
  /** `host:port` of addresses that may be reached although they are private. */
  allowed: ReadonlySet<string>;
  resolve: Resolve;
  inTurn: QueuePerHost;
  timing: Timing;
}

/** Creates the client: every hop is checked, replies are bounded in size and time, failures are tried again. */
export function createHttpClient({
  userAgent,
  allowed,
  resolve,
  inTurn,
  timing,
}: HttpClientOptions): HttpClient {
  const wayOut = lazy(async () => {
    const { Agent, request } = await import("undici");
    return {
      request,
      guarded: new Agent({ connect: { timeout: CONNECT_MS, lookup: guardedLookup(resolve) } }),
      unguarded: new Agent({ connect: { timeout: CONNECT_MS } }),
    };
  });

  async function hop(
    url: URL,
    outbound: OutboundRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const refusal = findRefusal(url, allowed);
    if (refusal !== undefined) throw new OutboundError("refused", `${url.href}: ${refusal}`);
    const { request, guarded, unguarded } = await wayOut();
    const silence = Math.max(HEADERS_MS, outbound.timeoutMs ?? 0);
    return request(url, {
      headersTimeout: silence,
      bodyTimeout: silence,
      method: outbound.method ?? "GET",
      dispatcher: allowed.has(hostAndPort(url)) ? unguarded : guarded,
      headers: { "user-agent": userAgent, "accept-encoding": "gzip, deflate, br", ...outbound.headers },
      body: outbound.body ?? null,
      signal,
    });
  }

  async function follow(outbound: OutboundRequest, signal: AbortSignal): Promise<OutboundReply> {
    let url = new URL(outbound.url);
    let isMoved = true;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const reply = await hop(url, redirects === 0 ? outbound : withoutSecrets(outbound), signal);
      const location = reply.headers["location"];
      if (!isRedirect(reply.statusCode) || typeof location !== "string") {
        const movedTo = redirects > 0 && isMoved ? url.href : null;
        return { url: url.href, movedTo, ...(await readReply(reply, outbound.maxBytes)) };
      }
      await reply.body.dump();
      // What is posted was meant for one address; a prompt must not travel on to another.
      if (outbound.method === "POST")
        throw new OutboundError("unreachable", `${url.href} redirects what is posted`);
      isMoved &&= reply.statusCode === 301 || reply.statusCode === 308;
      const next = new URL(location, url);
      if (url.protocol === "https:" && next.protocol === "http:") {
        throw new OutboundError("refused", `${url.href} redirects from https to http`);
      }
      url = next;
    }
    throw new OutboundError("unreachable", `${outbound.url}: too many redirects`);
  }

  async function attempt(outbound: OutboundRequest): Promise<OutboundReply> {
    const deadline = AbortSignal.timeout(outbound.timeoutMs ?? TOTAL_MS);
    const signal = outbound.signal ? AbortSignal.any([outbound.signal, deadline]) : deadline;
    try {
      return await follow(outbound, signal);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      const kind = [error, signal.reason].some(isTimeout) ? "too slow" : "unreachable";
      throw new OutboundError(kind, `${outbound.url}: ${String(error)}`);
    }
  }

  return {
    async send(outbound) {
      const host = readHost(outbound.url);
      const tries = outbound.tries ?? MAX_TRIES;
      for (let tried = 1; ; tried += 1) {
        try {
          if (outbound.inTurn === false) return await attempt(outbound);
          return await inTurn(host, () => attempt(outbound));
        } catch (error) {
          const pause = error instanceof OutboundError ? pauseAfter(error, tried, outbound) : null;
          if (tried >= tries || pause === null || pause > LONGEST_WAIT_MS || outbound.signal?.aborted)
            throw error;
          await timing.wait(pause);
        }
      }
    },
  };
}

/** Whom an address takes turns at: the host, with its port where that is not the usual one. */
function readHost(address: string): string {
  if (!URL.canParse(address))
    throw new OutboundError("refused", `${address.slice(0, 200)} is not a valid address`);
  return new URL(address).host;
}

/** Ours, and those of undici for connecting, headers and body. */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.name.endsWith("TimeoutError");

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

// What was meant for the first host must not reach the one that it points to.
const withoutSecrets = ({ headers, ...rest }: OutboundRequest): OutboundRequest => {
  const { authorization: _, cookie: __, ...harmless } = headers ?? {};
  return { ...rest, headers: harmless };
};

async function readReply(
  reply: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Omit<OutboundReply, "url" | "movedTo">> {
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
  const status = reply.statusCode;
  if (status >= 300 && status !== 304) {
    const retryAfterMs = readRetryAfter(headers["retry-after"]);
    // Whatever is wrong with the text of a failure, the failure is the status.
    const body = await readBody(reply.body, headers["content-encoding"], maxBytes).catch(() => "");
    throw new OutboundError("status", `status ${status}`, { status, retryAfterMs, body: body.toString() });
  }
  return { status, headers, body: await readBody(reply.body, headers["content-encoding"], maxBytes) };
}

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Reads and unpacks a body, and stops as soon as it has become too large. */
async function readBody(body: Readable, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const decode = DECODERS[encoding?.toLowerCase() ?? ""];
  const stream: AsyncIterable<unknown> = decode ? body.compose(decode()) : body;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > maxBytes) {
      body.destroy();
      throw new OutboundError("too large", `more than ${maxBytes} bytes`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** The pause that a Retry-After header wants, in milliseconds, at most a day. */
function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const milliseconds = /^\d+$/u.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? null : Math.min(Math.max(milliseconds, 0), 86_400_000);
}

/** How long to wait before the next try, or nothing where another try would be of no use. */
function pauseAfter(
  { kind, status, retryAfterMs }: OutboundError,
  tried: number,
  { busyPauseMs }: OutboundRequest,
): number | null {
  const isPassing =
    kind === "unreachable" || kind === "too slow" || status === 429 || (status !== null && status >= 500);
  if (!isPassing) return null;
  const isBusy = status === 429 || status === 503;
  const usual = 1000 * 2 ** (tried - 1) * (0.5 + Math.random());
  return retryAfterMs ?? (isBusy ? busyPauseMs : undefined) ?? usual;
}
