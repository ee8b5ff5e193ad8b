import type { FeedItem, FeedOrigin } from "#server/outside/feeds/feed.ts";

/** The tool that news is wanted of. */
export interface NewsSubject {
  name: string;
  company: string | null;
  url: string | null;
}

export interface FoundArticle {
  title: string;
  /** The canonical address, which is the article's identity, together with the anchor where there is one. */
  url: string;
  /** Distinguishes entries of a feed that share an address; null when the address is the article's own. */
  anchor: string | null;
  /** Plain text, at most a few sentences; empty when the source gives none. */
  excerpt: string;
  /** Plain text. */
  content: string;
  imageUrl: string | null;
  /** Who published it, for the reader. */
  source: string;
  /** Null when the source does not give it. */
  publishedAt: string | null;
  /** The feed that it stood in; null when a search found it. */
  feed: FeedOrigin | null;
}

/**
 * Finds articles that may be about a tool. What it finds was not checked for relevance: a search for "Cursor"
 * brings stories about mouse pointers too.
 */
export interface NewsSource {
  /** Names the source in reports. */
  name: string;
  /** The source is another site for each tool: what fails for one need not fail for the others. */
  isPerTool?: boolean;
  about(subject: NewsSubject, signal?: AbortSignal): Promise<FoundArticle[]>;
}

/** An entry of a feed as an article; `publisher` is named where the entry names none itself. */
export const toArticle = (
  { title, url, anchor, excerpt, contentText, imageUrl, publishedAt, source, feed }: FeedItem,
  publisher: string,
): FoundArticle => ({
  title,
  url,
  anchor,
  excerpt,
  content: contentText,
  imageUrl,
  source: source ?? publisher,
  publishedAt,
  feed,
});
