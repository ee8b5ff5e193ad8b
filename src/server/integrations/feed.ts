import type { Rejection } from "./source-fault.ts";

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
  /** The same with its fragment, which tells the entries of a changelog on one page apart. */
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

/** When a feed wants to be asked again, as it says itself. */
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
  rejected: Rejection[];
}

export interface FetchedFeed extends Feed {
  /** Where the feed has moved for good; null when it has not. */
  movedTo: string | null;
}

/** Fetches feeds, and asks again only for what may have changed. */
export interface FeedFetcher {
  fetch(url: string, signal?: AbortSignal): Promise<FetchedFeed>;
  /** The same for one of the team's feeds: however many feeds of single tools are fetched, it stays remembered. */
  fetchTeams(url: string, signal?: AbortSignal): Promise<FetchedFeed>;
}
