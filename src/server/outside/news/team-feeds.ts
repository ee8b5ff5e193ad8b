import type { FeedFetcher } from "#server/outside/feeds/feed.ts";
import type { FeedReading } from "#shared/news/feeds.ts";

import { type FoundArticle, toArticle } from "./news-source.ts";

/** Team feed with the result of reading it. */
export interface TeamFeed {
  title: string;
  articles: FoundArticle[];
  /** New address after a permanent redirect. */
  movedTo: string | null;
  /** Number of usable entries, and the problems with the others. */
  reading: FeedReading;
}

/** Reads one of the team's feeds. */
export async function readTeamFeed(feeds: FeedFetcher, url: string, signal?: AbortSignal): Promise<TeamFeed> {
  const { title, items, movedTo, reading } = await feeds.fetch(url, signal);
  const articles = items.map((item) => toArticle(item, title || new URL(url).hostname));
  return { title, articles, movedTo, reading };
}
