import type { FeedReading } from "#shared/news/feeds.ts";

/** Feed that an entry comes from. */
export interface FeedOrigin {
  /** Address of the feed. */
  url: string;
  /** Empty if it has none. */
  title: string;
  /** Page of the feed. Null if it names none. */
  siteUrl: string | null;
}

/** Entry of a feed. All texts are plain, all addresses http or https. */
export interface FeedItem {
  title: string;
  /** Canonical address of the entry. */
  url: string;
  /**
   * Distinguishes it from other entries with the same address: its fragment, or a hash of its id or title. Null if the
   * address is unique.
   */
  anchor: string | null;
  /** Address to open: with the feed's fragment, or with the anchor. */
  link: string;
  /** First sentences. Empty if the feed has none. */
  excerpt: string;
  contentText: string;
  imageUrl: string | null;
  publishedAt: string | null;
  /** Publisher of the entry, if named, as in feeds that collect others. */
  source: string | null;
  feed: FeedOrigin;
}

/** Times at which a feed asks to be fetched, unchanged. */
export interface FeedTimes {
  /** Minimum number of minutes between fetches. */
  ttlMinutes: number;
  /** Hours of the day to skip (UTC). */
  skipHours: number[];
  /** Days of the week to skip (UTC). Sunday is 0. */
  skipDays: number[];
}

export interface Feed {
  title: string;
  /** Page of the feed. */
  siteUrl: string | null;
  items: FeedItem[];
  times: FeedTimes;
  /** Number of usable entries, and the problems with the others. */
  reading: FeedReading;
}

export interface FetchedFeed extends Feed {
  /** New address after a permanent redirect, otherwise null. */
  movedTo: string | null;
}

/** Fetches feeds, with conditional requests for known ones. */
export interface FeedFetcher {
  fetch(url: string, signal?: AbortSignal): Promise<FetchedFeed>;
}
