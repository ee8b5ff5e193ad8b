import { isTooLarge } from "#server/errors.ts";
import type { Workers } from "#server/workers/workers.ts";

import type { Feed } from "./feeds/feed.ts";
import type { RobotsQuestion } from "./http/robots-rules.ts";
import { type Outcome, resultOf, SourceError } from "./http/source-error.ts";
import type { Arrival } from "./news/arrival.ts";
import type { FoundArticle } from "./news/news-source.ts";
import type { WebPage } from "./pages/page.ts";
import type { PaperPage } from "./papers/paper-source.ts";

/** Reads what sites send, beside the main thread: whatever it is, requests do not wait for it. */
export interface Readers {
  /** Throws a SourceError for what is not a feed. */
  feed(arrival: Arrival, signal?: AbortSignal): Promise<Feed>;
  /** Null when it is no page, or one that stands in front of the real one. */
  page(arrival: Arrival, signal?: AbortSignal): Promise<WebPage | null>;
  /** Whether a robots.txt lets this program read an address. */
  robots(question: RobotsQuestion, signal?: AbortSignal): Promise<boolean>;
  /** A reply of the search for Hacker News. */
  stories(arrival: Pick<Arrival, "bytes" | "now">, signal?: AbortSignal): Promise<FoundArticle[]>;
  /** A reply of arXiv's query API; throws a SourceError for one that is no list of papers. */
  papers(arrival: Omit<Arrival, "url">, signal?: AbortSignal): Promise<PaperPage>;
}

export function createReaders(workers: Workers): Readers {
  return {
    feed: (arrival, signal) => settled(workers.run("feeds.read", arrival, { signal })),
    page: (arrival, signal) => settled(workers.run("pages.read", arrival, { signal })),
    robots: (question, signal) => settled(workers.run("robots.check", question, { signal })),
    stories: (arrival, signal) => settled(workers.run("stories.read", arrival, { signal })),
    papers: (arrival, signal) => settled(workers.run("papers.read", arrival, { signal })),
  };
}

async function settled<Result>(run: Promise<Outcome<Result>>): Promise<Result> {
  return resultOf(
    await run.catch((error: unknown) => {
      throw isTooLarge(error) ? new SourceError("The response is too complicated to read") : error;
    }),
  );
}
