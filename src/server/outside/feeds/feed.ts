import type { FeedReading } from "#shared/news/feeds.ts";

/** The feed that an entry comes from. */
export interface FeedOrigin {
  /** Its address. */
  url: string;
  /** Empty when it has none. */
  title: string;
  /** The page that it belongs to; null when it names none. */
  siteUrl: string | null;
}

/** One entry of a feed, all texts plain, all addresses http or https. */
export interface FeedItem {
  title: string;
  /** The canonical address. */
  url: string;
  /**
   * What tells it apart from other entries of its feed with the same address: its fragment, or one made of its id or
   * title. Null where the address is its own.
   */
  anchor: string | null;
  /** Where to go: the address with the fragment that the feed gave, or with the anchor. */
  link: string;
  /** The first sentences; empty when the feed gives none. */
  excerpt: string;
  contentText: string;
  imageUrl: string | null;
  publishedAt: string | null;
  /** Who published the entry, when the feed says so: feeds that collect others do. */
  source: string | null;
  feed: FeedOrigin;
}

/** When a feed wants to be fetched again, in its own words. */
export interface FeedTimes {
  /** Not before so many minutes have passed. */
  ttlMinutes: number;
  /** Not in these hours of the day (UTC). */
  skipHours: number[];
  /** Not on these days of the week (UTC); Sunday is 0. */
  skipDays: number[];
}

export interface Feed {
  title: string;
  /** The page that the feed belongs to. */
  siteUrl: string | null;
  items: FeedItem[];
  times: FeedTimes;
  /** How many entries were usable, and what was wrong with the others. */
  reading: FeedReading;
}

export interface FetchedFeed extends Feed {
  /** Where the feed has moved for good; null when it has not. */
  movedTo: string | null;
}

/** Fetches feeds, and again only what may have changed. */
export interface FeedFetcher {
  fetch(url: string, signal?: AbortSignal): Promise<FetchedFeed>;
}
