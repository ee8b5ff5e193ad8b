import { isTooLarge } from "#server/errors.ts";
import type { FoundArticle } from "#server/outside/news/news-source.ts";
import type { ReceivedPage, WebPage } from "#server/outside/pages/page.ts";
import type { Workers } from "#server/workers/workers.ts";

import type { Feed } from "./feeds/feed.ts";
import type { RobotsQuestion } from "./http/robots-rules.ts";
import { type ReceivedBytes, type Outcome, unwrapOutcome, SourceError } from "./http/source-error.ts";
import type { PaperPage } from "./papers/paper-source.ts";

/** Parses sites' replies outside the main thread, so that requests are never blocked. */
export interface Readers {
  /** Throws a SourceError if it is not a feed. */
  feed(arrival: ReceivedBytes, signal?: AbortSignal): Promise<Feed>;
  /** Returns null if it is not a page, or if it is a bot wall. */
  page(arrival: ReceivedPage, signal?: AbortSignal): Promise<WebPage | null>;
  /** True if a robots.txt allows this program to read an address. */
  robots(question: RobotsQuestion, signal?: AbortSignal): Promise<boolean>;
  /** Parses a reply of the Hacker News search. */
  stories(arrival: Pick<ReceivedBytes, "bytes" | "now">, signal?: AbortSignal): Promise<FoundArticle[]>;
  /** Parses a reply of arXiv's query API. Throws a SourceError if it is not a list of papers. */
  papers(arrival: Omit<ReceivedBytes, "url">, signal?: AbortSignal): Promise<PaperPage>;
}

export function createReaders(workers: Workers): Readers {
  return {
    feed: (arrival, signal) => unwrap(workers.run("feeds.read", arrival, { signal })),
    page: (arrival, signal) => unwrap(workers.run("pages.read", arrival, { signal })),
    robots: (question, signal) => unwrap(workers.run("robots.check", question, { signal })),
    stories: (arrival, signal) => unwrap(workers.run("stories.read", arrival, { signal })),
    papers: (arrival, signal) => unwrap(workers.run("papers.read", arrival, { signal })),
  };
}

async function unwrap<Result>(run: Promise<Outcome<Result>>): Promise<Result> {
  return unwrapOutcome(
    await run.catch((error: unknown) => {
      throw isTooLarge(error) ? new SourceError("The response is too complex to parse") : error;
    }),
  );
}
