import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import type { Dispatcher } from "undici";

import { UpstreamError } from "#server/errors.ts";
import { lazy } from "#shared/kernel/lazy.ts";

import { guardedLookup, hostAndPort, findRefusalReason, type Resolve } from "./address-guard.ts";
import type { QueuePerHost, Timing } from "./politeness.ts";

const MAX_REDIRECTS = 3;
const MAX_TRIES = 3;
const CONNECT_MS = 5_000;
const HEADERS_MS = 10_000;
const TOTAL_MS = 20_000;
/** Maximum pause before a retry. After a longer one, a later run tries again. */
const MAX_WAIT_MS = 30_000;

/** Reason why an outgoing request failed. */
type OutboundErrorKind = "unreachable" | "refused" | "too slow" | "too large" | "status";

/**
 * Message without details, so that nobody can use it to explore a network. Internal addresses are never requested, and
 * a closed port is reported like a silent one. The log has the details.
 */
const UNREACHABLE_MESSAGE = "Couldn't reach the address";
const MESSAGES: Record<OutboundErrorKind, string> = {
  unreachable: UNREACHABLE_MESSAGE,
  refused: UNREACHABLE_MESSAGE,
  status: UNREACHABLE_MESSAGE,
  "too slow": UNREACHABLE_MESSAGE,
  "too large": "The response was too large",
};

export class OutboundError extends UpstreamError<OutboundErrorKind> {
  override readonly name = "OutboundError";
  // Private, since a logger prints an error's public fields, and a server may echo request data.
  readonly #body: string;

  constructor(
    kind: OutboundErrorKind,
    detail: string,
    reply?: { status: number; retryAfterMs: number | null; body: string },
  ) {
    super(MESSAGES[kind], kind, detail, reply);
    this.#body = reply?.body ?? "";
  }

  /** Body of a failed reply, where some sources explain the reason. Must not be logged. */
  get body(): string {
    return this.#body;
  }
}

export interface OutboundRequest {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Maximum body size, in bytes after decompression. */
  maxBytes: number;
  /** Time limit for one attempt, in milliseconds. */
  timeoutMs?: number;
  /** Number of attempts in all. */
  tries?: number;
  /** Pause for a busy server (429, 503) that names none, in milliseconds. */
  busyPauseMs?: number;
  /** False to send requests in parallel, as to a paid service with slow answers that users wait for. */
  isQueued?: boolean;
  signal?: AbortSignal | undefined;
}

export interface OutboundReply {
  /** URL after redirects. */
  url: string;
  /** Final address if every redirect was permanent. Null otherwise, or without a redirect. */
  movedTo: string | null;
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** HTTP client for all outgoing requests. */
export interface HttpClient {
  /** Returns replies with status 2xx or 304. Throws OutboundError for all others. A POST follows no redirect. */
  send(outbound: OutboundRequest): Promise<OutboundReply>;
}

interface HttpClientOptions {
  userAgent: string;
  /** `host:port` of private addresses that may be reached. */
  allowed: ReadonlySet<string>;
  resolve: Resolve;
  queue: QueuePerHost;
  timing: Timing;
}

/** Creates the client. It checks every hop, limits replies in size and time, and retries failures. */
export function createHttpClient({
  userAgent,
  allowed,
  resolve,
  queue,
  timing,
}: HttpClientOptions): HttpClient {
  const loadDispatchers = lazy(async () => {
    const { Agent, request } = await import("undici");
    return {
      request,
      guarded: new Agent({ connect: { timeout: CONNECT_MS, lookup: guardedLookup(resolve) } }),
      unguarded: new Agent({ connect: { timeout: CONNECT_MS } }),
    };
  });

  async function requestOnce(
    url: URL,
    outbound: OutboundRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const refusal = findRefusalReason(url, allowed);
    if (refusal !== undefined) throw new OutboundError("refused", `${url.href}: ${refusal}`);
    const { request, guarded, unguarded } = await loadDispatchers();
    const maxSilenceMs = Math.max(HEADERS_MS, outbound.timeoutMs ?? 0);
    return request(url, {
      headersTimeout: maxSilenceMs,
      bodyTimeout: maxSilenceMs,
      method: outbound.method ?? "GET",
      dispatcher: allowed.has(hostAndPort(url)) ? unguarded : guarded,
      headers: { "user-agent": userAgent, "accept-encoding": "gzip, deflate, br", ...outbound.headers },
      body: outbound.body ?? null,
      signal,
    });
  }

  async function requestWithRedirects(
    outbound: OutboundRequest,
    signal: AbortSignal,
  ): Promise<OutboundReply> {
    let url = new URL(outbound.url);
    let isMoved = true;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const reply = await requestOnce(url, redirects === 0 ? outbound : withoutSecrets(outbound), signal);
      const location = reply.headers["location"];
      if (!isRedirect(reply.statusCode) || typeof location !== "string") {
        const movedTo = redirects > 0 && isMoved ? url.href : null;
        return { url: url.href, movedTo, ...(await readReply(reply, outbound.maxBytes)) };
      }
      await reply.body.dump();
      // A POST is for one address only. A prompt must not be sent on to another.
      if (outbound.method === "POST") throw new OutboundError("unreachable", `${url.href} redirects a POST`);
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
      return await requestWithRedirects(outbound, signal);
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
      for (let attempts = 1; ; attempts += 1) {
        try {
          if (outbound.isQueued === false) return await attempt(outbound);
          return await queue(host, () => attempt(outbound));
        } catch (error) {
          const pause = error instanceof OutboundError ? pauseAfter(error, attempts, outbound) : null;
          if (attempts >= tries || pause === null || pause > MAX_WAIT_MS || outbound.signal?.aborted)
            throw error;
          await timing.wait(pause);
        }
      }
    },
  };
}

/** Client of a demo, which refuses all requests. */
export const refusingClient: HttpClient = {
  send({ url }) {
    const error = new OutboundError("refused", url);
    error.message = "The demo doesn't connect to other sites";
    return Promise.reject(error);
  },
};

/** Returns the queue's host for an address, with its port unless that is the default. */
function readHost(address: string): string {
  if (!URL.canParse(address))
    throw new OutboundError("refused", `${address.slice(0, 200)} is not a valid address`);
  return new URL(address).host;
}

/** True for our own timeouts, and undici's for connecting, headers and body. */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.name.endsWith("TimeoutError");

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

// Secrets for the first host must not reach the target of a redirect.
const withoutSecrets = ({ headers, ...rest }: OutboundRequest): OutboundRequest => {
  const { authorization: _, cookie: __, ...safeHeaders } = headers ?? {};
  return { ...rest, headers: safeHeaders };
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
    // Reports the status even if the body can't be read.
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

/** Reads and decompresses a body. Stops once it exceeds the size limit. */
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

/** Returns the pause from a Retry-After header, in milliseconds, at most a day. */
function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const milliseconds = /^\d+$/u.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? null : Math.min(Math.max(milliseconds, 0), 86_400_000);
}

/** Returns the pause before the next attempt, or nothing if a retry is useless. */
function pauseAfter(
  { kind, status, retryAfterMs }: OutboundError,
  attempts: number,
  { busyPauseMs }: OutboundRequest,
): number | null {
  const isTemporary =
    kind === "unreachable" || kind === "too slow" || status === 429 || (status !== null && status >= 500);
  if (!isTemporary) return null;
  const isBusy = status === 429 || status === 503;
  const defaultPause = 1000 * 2 ** (attempts - 1) * (0.5 + Math.random());
  return retryAfterMs ?? (isBusy ? busyPauseMs : undefined) ?? defaultPause;
}
