import type { Feed } from "./feed.ts";

/** A feed as it was last fetched. */
export interface CachedFeed {
  feed: Feed;
  /** Of the reply that it was read from. */
  print: string;
  askedAt: number;
  etag: string | null;
  lastModified: string | null;
}

const MAX_BYTES = 16_000_000;
/** What a feed and each of its entries take besides their texts. */
const BYTES_OF_OBJECT = 500;
/** Of a letter, as texts are held that have more than Latin ones. */
const BYTES_OF_LETTER = 2;

/** The feeds that were used last, read and ready, as many as have room together. */
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
