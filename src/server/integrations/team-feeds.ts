import type { FeedFetcher } from "./feed.ts";
import { OutboundFault } from "./http-client.ts";
import { type FoundArticle, toArticle } from "./news-source.ts";
import { SourceFault } from "./source-fault.ts";

/** What came of one of the team's feeds. */
export interface TeamFeedReport {
  /** The address that was asked. */
  url: string;
  title: string | null;
  articles: FoundArticle[];
  /** Where the feed has moved for good. */
  movedTo: string | null;
  /** The feed has ended and need not be asked again. */
  isGone: boolean;
  /** What went wrong, fit for the report of a run; null when nothing did. */
  fault: string | null;
}

/** Reads one of the team's feeds. A feed that fails is reported and never thrown, so the others go on. */
export async function readTeamFeed(
  feeds: FeedFetcher,
  url: string,
  signal?: AbortSignal,
): Promise<TeamFeedReport> {
  try {
    const { title, items, movedTo } = await feeds.fetch(url, signal);
    const articles = items.map((item) => toArticle(item, title || new URL(url).hostname));
    return { url, title, articles, movedTo, isGone: false, fault: null };
  } catch (error) {
    if (!(error instanceof SourceFault) && !(error instanceof OutboundFault)) throw error;
    const isGone = error instanceof SourceFault && error.isGone;
    return { url, title: null, articles: [], movedTo: null, isGone, fault: error.message };
  }
}
