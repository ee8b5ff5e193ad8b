import { readFeed } from "./feed-reader.ts";
import type { Feed, FeedFetcher, FetchedFeed } from "./feed.ts";
import { type HttpClient, OutboundFault } from "./http-client.ts";
import { SourceFault } from "./source-fault.ts";

const MAX_BYTES = 5_000_000;
/** A feed that was asked for so lately is not asked for again: all tools share one answer. */
const FRESH_MS = 10 * 60 * 1000;
const MAX_KEPT = 100;

interface Kept {
  feed: Feed;
  askedAt: number;
  etag: string | undefined;
  lastModified: string | undefined;
}

/** Fetches feeds, remembers the last answers, and tells servers which answer it has. */
export function makeFeedFetcher(http: HttpClient, now: () => Date): FeedFetcher {
  const kept = new Map<string, Kept>();

  function keep(url: string, answer: Kept): void {
    kept.delete(url);
    kept.set(url, answer);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  async function fetchFeed(url: string, signal?: AbortSignal): Promise<FetchedFeed> {
    const known = kept.get(url);
    const askedAt = now().getTime();
    if (known && Math.abs(askedAt - known.askedAt) < FRESH_MS) return { ...known.feed, movedTo: null };
    const reply = await http
      .send({ url, headers: headersFor(known), maxBytes: MAX_BYTES, signal })
      .catch((error: unknown) => {
        throw isGone(error) ? new SourceFault("This feed has ended", { isGone: true }) : error;
      });
    const { movedTo } = reply;
    if (reply.status === 304 && known) {
      keep(url, { ...known, askedAt });
      return { ...known.feed, movedTo };
    }
    const feed = readFeed({
      bytes: reply.body,
      contentType: reply.headers["content-type"],
      url: reply.url,
      now: now(),
    });
    keep(url, {
      feed,
      askedAt,
      etag: reply.headers["etag"],
      lastModified: reply.headers["last-modified"],
    });
    return { ...feed, movedTo };
  }

  return { fetch: fetchFeed };
}

const ACCEPT =
  "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5";

const headersFor = (known: Kept | undefined): Record<string, string> => ({
  accept: ACCEPT,
  ...(known?.etag !== undefined && { "if-none-match": known.etag }),
  ...(known?.lastModified !== undefined && { "if-modified-since": known.lastModified }),
});

const isGone = (error: unknown): boolean => error instanceof OutboundFault && error.status === 410;
