/** News articles and their sources. */

export interface ArticleTable {
  /** Sort key in the list, based on the time of publication. See `db/sort-key.ts`. */
  place: number;
  id: string;
  /** Number of the article in order of arrival. */
  seq: number;
  /** Sort key of the cluster's first article; null for that article, which represents the cluster. */
  leadPlace: number | null;
  title: string;
  content: string | null;
  excerpt: string | null;
  /** Canonical: without tracking parameters. Unique. */
  url: string;
  imageUrl: string | null;
  source: string | null;
  publishedAt: string;
  /** First tool for which its cluster was found. Links from the cluster's first article have the others. */
  toolId: string;
  toolName: string;
  createdAt: string;
}

export interface ArticleFlagTable {
  userId: string;
  /** Sort key of the article that represents its cluster. */
  place: number;
  /** Null if not set by the user. The article is then read if it arrived by the reader's `readThrough`. */
  isRead: number | null;
  isStarred: number;
}

/** Read position of a user. */
export interface NewsReaderTable {
  userId: string;
  /** Articles up to this `seq` are read, unless a flag says otherwise. */
  readThrough: number;
  /** Number of clusters that the user has read. */
  readStories: number;
}

/** Number of clusters by first tool, and of all clusters under an empty tool id. Maintained by triggers. */
export interface ClusterCountTable {
  toolId: string;
  stories: number;
}

/** Number of clusters published in each quarter of an hour since 1970. Maintained by triggers. */
export interface ClusterQuarterTable {
  quarter: number;
  stories: number;
}

/** The team's news feeds. */
export interface FeedTable {
  id: string;
  url: string;
  title: string;
  createdAt: string;
  /** JSON: result of the last fetch; null before the first. */
  reading: string | null;
}
