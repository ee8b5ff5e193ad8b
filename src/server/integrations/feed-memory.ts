import { MAX_FEEDS } from "#shared/news/feeds.ts";

import type { Feed } from "./feed.ts";

/** A feed as it was last fetched. */
export interface KeptFeed {
  feed: Feed;
  /** Of the reply that it was read from. */
  print: string;
  askedAt: number;
  etag: string | undefined;
  lastModified: string | undefined;
}

/** How many feeds of single tools are kept, besides those of the team. */
const MAX_OF_TOOLS = 200;
/** Of all texts of the team's feeds: some 100 MB at most, however many and large the feeds are. */
const MAX_LETTERS = 50_000_000;
/** What an entry takes besides its texts. */
const LETTERS_OF_ENTRY = 400;

export interface FeedMemory {
  find(url: string): KeptFeed | undefined;
  keep(url: string, answer: KeptFeed, isTeams: boolean): void;
}

/** The feeds as they were last fetched: the team's, and those of single tools, of each the latest. */
export function createFeedMemory(maxLetters = MAX_LETTERS): FeedMemory {
  const teams = new Shelf(MAX_FEEDS, maxLetters);
  const tools = new Shelf(MAX_OF_TOOLS, maxLetters);
  return {
    find: (url) => teams.find(url) ?? tools.find(url),
    keep(url, answer, isTeams) {
      if (isTeams || teams.find(url)) {
        tools.forget(url);
        teams.keep(url, answer);
      } else tools.keep(url, answer);
    },
  };
}

class Shelf {
  readonly #kept = new Map<string, { answer: KeptFeed; letters: number }>();
  readonly #maxFeeds: number;
  readonly #maxLetters: number;
  #letters = 0;

  constructor(maxFeeds: number, maxLetters: number) {
    this.#maxFeeds = maxFeeds;
    this.#maxLetters = maxLetters;
  }

  find(url: string): KeptFeed | undefined {
    return this.#kept.get(url)?.answer;
  }

  forget(url: string): void {
    this.#letters -= this.#kept.get(url)?.letters ?? 0;
    this.#kept.delete(url);
  }

  keep(url: string, answer: KeptFeed): void {
    this.forget(url);
    const letters = countLetters(answer.feed);
    this.#kept.set(url, { answer, letters });
    this.#letters += letters;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#maxFeeds && this.#letters <= this.#maxLetters) break;
      this.forget(oldest);
    }
  }
}

const countLetters = ({ items }: Feed): number =>
  items.reduce(
    (sum, { title, excerpt, contentText }) =>
      sum + title.length + excerpt.length + contentText.length + LETTERS_OF_ENTRY,
    0,
  );
