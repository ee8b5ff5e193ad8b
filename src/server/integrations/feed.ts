import type { Rejection } from "./source-fault.ts";

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
}

export interface Feed {
  title: string;
  /** The page that the feed belongs to. */
  siteUrl: string | null;
  items: FeedItem[];
  rejected: Rejection[];
}

export interface FetchedFeed extends Feed {
  /** Where the feed has moved for good; null when it has not. */
  movedTo: string | null;
}

/** Fetches feeds, and asks again only for what may have changed. */
export interface FeedFetcher {
  fetch(url: string, signal?: AbortSignal): Promise<FetchedFeed>;
}
