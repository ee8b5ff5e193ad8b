import type { FeedFetcher } from "#server/outside/feeds/feed.ts";
import type { FeedReading } from "#shared/news/feeds.ts";

import { type FoundArticle, toArticle } from "./news-source.ts";

/** One of the team's feeds as it was read. */
export interface TeamFeed {
  title: string;
  articles: FoundArticle[];
  /** Where the feed has moved for good. */
  movedTo: string | null;
  /** How many entries were usable, and what was wrong with the others. */
  reading: FeedReading;
}

/** Reads one of the team's feeds. */
export async function readTeamFeed(feeds: FeedFetcher, url: string, signal?: AbortSignal): Promise<TeamFeed> {
  const { title, items, movedTo, reading } = await feeds.fetch(url, signal);
  const articles = items.map((item) => toArticle(item, title || new URL(url).hostname));
  return { title, articles, movedTo, reading };
}
