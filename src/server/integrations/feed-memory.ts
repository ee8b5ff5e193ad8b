import { MAX_FEEDS } from "#shared/feeds.ts";

import type { Feed } from "./feed.ts";

/** An answer of a feed. */
export interface KeptFeed {
  feed: Feed;
  askedAt: number;
  etag: string | undefined;
  lastModified: string | undefined;
}

/** How many feeds of single tools are kept, besides those of the team. */
const MAX_OF_TOOLS = 200;

export interface FeedMemory {
  find(url: string): KeptFeed | undefined;
  keep(url: string, answer: KeptFeed, isTeams: boolean): void;
}

/** The last answers of feeds: of all that a team has, and of those of single tools the ones asked last. */
export function makeFeedMemory(): FeedMemory {
  const teams = new Map<string, KeptFeed>();
  const tools = new Map<string, KeptFeed>();
  return {
    find: (url) => teams.get(url) ?? tools.get(url),
    keep(url, answer, isTeams) {
      if (isTeams || teams.has(url)) {
        tools.delete(url);
        put(teams, url, answer, MAX_FEEDS);
      } else put(tools, url, answer, MAX_OF_TOOLS);
    },
  };
}

function put(kept: Map<string, KeptFeed>, url: string, answer: KeptFeed, most: number): void {
  kept.delete(url);
  kept.set(url, answer);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
