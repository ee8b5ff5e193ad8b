/** News and where they come from. */

export interface ArticleTable {
  /** Where it stands in the list, from its time of publication on; see `db/sort-key.ts`. */
  place: number;
  id: string;
  /** Counts the articles in the order in which they were found. */
  seq: number;
  /** Of the articles that tell one story, the first that was found; null for that one, which stands for the story. */
  leadPlace: number | null;
  title: string;
  content: string | null;
  excerpt: string | null;
  /** Canonical: without tracking parameters. Unique within the tool. */
  url: string;
  imageUrl: string | null;
  source: string | null;
  publishedAt: string;
  toolId: string;
  toolName: string;
  createdAt: string;
}

export interface ArticleFlagTable {
  userId: string;
  /** Of an article that stands for its story. */
  place: number;
  /** Null where nobody said so: then it is read if it was found up to the reader's `readThrough`. */
  isRead: number | null;
  isStarred: number;
}

/** How far a person has read. */
export interface NewsReaderTable {
  userId: string;
  /** Of all articles up to this `seq` none is unread, but for what the marks say. */
  readThrough: number;
  /** How many stories they have read in all. */
  readStories: number;
}

/** Kept by triggers: how many stories there are of each tool, and of all under an empty one. */
export interface ClusterCountTable {
  toolId: string;
  stories: number;
}

/** Kept by triggers: how many stories were published in each quarter of an hour since 1970. */
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
  /** JSON: what was found in it when it was last read; null until then. */
  reading: string | null;
}
