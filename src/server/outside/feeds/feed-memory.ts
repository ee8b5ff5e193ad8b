import type { Feed } from "./feed.ts";

/** Feed as last fetched. */
export interface CachedFeed {
  feed: Feed;
  /** Fingerprint of the reply from which it was parsed. */
  print: string;
  askedAt: number;
  etag: string | null;
  lastModified: string | null;
}

const MAX_BYTES = 16_000_000;
/** Overhead of a feed and each entry besides their texts, in bytes. */
const BYTES_OF_OBJECT = 500;
/** Bytes per character, for texts with characters beyond Latin ones. */
const BYTES_OF_LETTER = 2;

/** Cache of the most recently used parsed feeds, up to a total size. */
export class FeedMemory {
  readonly #kept = new Map<string, { feed: CachedFeed; bytes: number }>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  find(url: string): CachedFeed | undefined {
    return this.#kept.get(url)?.feed;
  }

  keep(url: string, feed: CachedFeed): void {
    this.#forget(url);
    const bytes = countBytes(feed.feed);
    this.#kept.set(url, { feed, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(url: string): void {
    this.#bytes -= this.#kept.get(url)?.bytes ?? 0;
    this.#kept.delete(url);
  }
}

const countBytes = ({ items }: Feed): number =>
  items.reduce(
    (sum, item) => sum + BYTES_OF_OBJECT + BYTES_OF_LETTER * countLetters(Object.values(item)),
    BYTES_OF_OBJECT,
  );

const countLetters = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
