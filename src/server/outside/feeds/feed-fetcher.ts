import { createHash } from "node:crypto";

import { SingleFlight } from "#server/kernel/async/promises.ts";
import { SizedCache } from "#server/kernel/async/sized-cache.ts";
import { type HttpClient, OutboundError, type OutboundReply } from "#server/outside/http/http-client.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import type { Readers } from "#server/outside/readers.ts";

import type { Feed, FeedFetcher, FetchedFeed } from "./feed.ts";

/** Server's reply for a feed, unchanged. */
export interface FeedReply {
  /** Final address, after redirects. */
  url: string;
  contentType: string | null;
  etag: string | null;
  lastModified: string | null;
  body: Buffer;
}

/** Stores feeds' last replies for conditional requests, also after a restart. */
export interface FeedStore {
  /** Returns the last reply to an address and its request time, in milliseconds since 1970. */
  find(address: string): Promise<{ reply: FeedReply; askedAt: number } | null>;
  save(address: string, reply: FeedReply): Promise<void>;
  /** Records that the last reply is still current. */
  recordFetch(address: string): Promise<void>;
}

/** Feed as last fetched. */
interface CachedFeed {
  feed: Feed;
  /** Fingerprint of the reply from which it was parsed. */
  fingerprint: string;
  askedAt: number;
  etag: string | null;
  lastModified: string | null;
}

const MAX_BYTES = 5_000_000;
const MAX_CACHED_BYTES = 16_000_000;
const HOUR_MS = 3_600_000;
/** Time before a feed is fetched again. All tools share a feed. */
const MIN_INTERVAL_MS = HOUR_MS;
/** Maximum time without a fetch, even if a feed asks to skip more hours. */
const MAX_INTERVAL_MS = 72 * HOUR_MS;

const fetchesInProgress = new SingleFlight<FetchedFeed>();

interface FeedFetcherOptions {
  http: HttpClient;
  readers: Pick<Readers, "feed">;
  store: FeedStore;
  now: () => Date;
}

/** Fetches feeds, caches the last replies, and sends conditional requests. */
export function createFeedFetcher({ http, readers, store, now }: FeedFetcherOptions): FeedFetcher {
  const cache = new SizedCache<CachedFeed>(MAX_CACHED_BYTES, countBytes);

  const read = ({ body, contentType, url }: FeedReply, signal?: AbortSignal): Promise<Feed> =>
    readers.feed({ bytes: body, contentType: contentType ?? undefined, url, now: now() }, signal);

  /** Returns the last fetched feed. Parses it again if it is not cached. */
  async function findLastFeed(url: string, signal?: AbortSignal): Promise<CachedFeed | undefined> {
    const known = cache.get(url);
    const stored = known ? null : await store.find(url);
    if (!stored) return known;
    const { reply, askedAt } = stored;
    const feed = await read(reply, signal).catch((error: unknown) => {
      // Another version of this program may have stored a reply that this one can't parse.
      if (error instanceof SourceError) return null;
      throw error;
    });
    return feed ? { ...reply, feed, askedAt, fingerprint: createFingerprint(reply) } : undefined;
  }

  async function fetchFeed(url: string, signal?: AbortSignal): Promise<FetchedFeed> {
    const lastFeed = await findLastFeed(url, signal);
    const askedAt = now().getTime();
    if (lastFeed && !isDue(lastFeed, now())) {
      cache.set(url, lastFeed);
      return { ...lastFeed.feed, movedTo: null };
    }
    const response = await http
      .send({ url, headers: createHeaders(lastFeed), maxBytes: MAX_BYTES, signal })
      .catch((error: unknown) => {
        throw isGoneError(error) ? new SourceError("This feed no longer exists", { isGone: true }) : error;
      });
    const { movedTo } = response;
    if (response.status === 304 && lastFeed) {
      cache.set(url, { ...lastFeed, askedAt });
      await store.recordFetch(url);
      return { ...lastFeed.feed, movedTo };
    }
    const reply = toFeedReply(response);
    const fingerprint = createFingerprint(reply);
    const feed = lastFeed?.fingerprint === fingerprint ? lastFeed.feed : await read(reply, signal);
    // A truncated feed is fetched in full next time, even if unchanged.
    const isComplete = !feed.reading.notes.some(({ kind }) => kind === "cut-off");
    const cached = isComplete ? reply : { ...reply, etag: null, lastModified: null };
    cache.set(url, { feed, fingerprint, askedAt, etag: cached.etag, lastModified: cached.lastModified });
    await store.save(url, cached);
    return { ...feed, movedTo };
  }

  return { fetch: (url, signal) => fetchesInProgress.run(cache, url, () => fetchFeed(url, signal)) };
}

/** Estimates the memory of a feed: 500 bytes for each object, and two for each character. */
const countBytes = ({ feed: { items } }: CachedFeed): number =>
  items.reduce((sum, item) => sum + 500 + 2 * countChars(Object.values(item)), 500);

const countChars = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);

const toFeedReply = ({ url, headers, body }: OutboundReply): FeedReply => ({
  url,
  contentType: headers["content-type"] ?? null,
  etag: headers["etag"] ?? null,
  lastModified: headers["last-modified"] ?? null,
  body,
});

/** Returns a fingerprint to detect unchanged replies, for servers without conditional requests. */
const createFingerprint = ({ body, url, contentType }: FeedReply): string =>
  createHash("sha256")
    .update(`${url}\n${contentType ?? ""}\n`)
    .update(body)
    .digest("base64");

/** True if a feed may be fetched again: after at least an hour, at a time that the feed allows. */
function isDue({ feed: { times }, askedAt }: CachedFeed, now: Date): boolean {
  const age = now.getTime() - askedAt;
  // A clock set back must not prevent feeds from being fetched.
  if (age < 0 || age >= MAX_INTERVAL_MS) return true;
  if (age < Math.max(MIN_INTERVAL_MS, times.ttlMinutes * 60_000)) return false;
  return !times.skipHours.includes(now.getUTCHours()) && !times.skipDays.includes(now.getUTCDay());
}

const ACCEPT =
  "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5";

const createHeaders = (known: CachedFeed | undefined): Record<string, string> => ({
  accept: ACCEPT,
  ...(known && known.etag !== null && { "if-none-match": known.etag }),
  ...(known && known.lastModified !== null && { "if-modified-since": known.lastModified }),
});

const isGoneError = (error: unknown): boolean => error instanceof OutboundError && error.status === 410;
