/** News articles with their sources, papers, and the counters of both. */
import type { Generated } from "kysely";

interface ArticleTable {
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
  /** First tool for which the cluster was found. The further tools are links of the cluster's first article. */
  toolId: string;
  toolName: string;
  createdAt: string;
}

interface ArticleFlagTable {
  userId: string;
  /** Sort key of the article that represents its cluster. */
  place: number;
  /** Null if not set by the user. The article is then read if it arrived by the reader's `readThrough`. */
  isRead: number | null;
  isStarred: number;
}

/** Read position of a user. */
interface NewsReaderTable {
  userId: string;
  /** Articles up to this `seq` are read, unless a flag says otherwise. */
  readThrough: number;
  /** Number of clusters that the user has read. */
  readStories: number;
}

/** Number of clusters by first tool, and of all clusters under an empty tool id. Maintained by triggers. */
interface ClusterCountTable {
  toolId: string;
  stories: number;
}

/** Number of clusters published in each quarter of an hour since 1970. Maintained by triggers. */
interface ClusterQuarterTable {
  quarter: number;
  stories: number;
}

/** The team's news feeds. */
interface FeedTable {
  id: string;
  url: string;
  title: string;
  createdAt: string;
  /** JSON: result of the last fetch; null before the first. */
  reading: string | null;
}

interface PaperTable {
  /** Sort key in the list, based on the time of publication. See `db/sort-key.ts`. */
  place: number;
  id: string;
  title: string;
  abstract: string;
  authors: string;
  url: string;
  pdfUrl: string;
  /** arXiv id without the version suffix. */
  arXivId: string;
  categories: string;
  publishedAt: string;
  imageUrl: string | null;
  pplxSummary: string | null;
  /** Model that wrote the summary, or the name for an extract. */
  summarySource: string | null;
  createdAt: string;
  /** 1 once the archive shows a withdrawn version. */
  isWithdrawn: Generated<number>;
  /** Person who added it by its id. Null for fetched papers. */
  addedBy: string | null;
}

/** A user's flags for a paper, each 0 or 1. */
interface PaperFlagTable {
  userId: string;
  place: number;
  isStarred: number;
  isHidden: number;
}

/** Papers with the most similar texts. */
interface PaperNeighbourTable {
  paperId: string;
  otherId: string;
  /** Cosine of both texts, in millionths. */
  score: number;
}

/** Papers recommended to a user, or to the team. */
interface PaperScoreTable {
  /** Empty for the team. */
  userId: string;
  paperId: string;
  /** Similarity to the starred papers, in millionths. */
  score: number;
  /** The most similar starred paper. */
  becauseId: string | null;
  /** Words in both papers, separated by commas. */
  words: string;
}

/** Queue of papers and users whose similar papers or rankings must be computed. */
interface PaperQueueTable {
  task: "compare" | "rank";
  /** Id of a paper or user. Empty for all papers, and for the team. */
  id: string;
  /** Number of papers that are done. */
  after: number | null;
  /** Changes when the row is queued again. */
  version: string;
}

/** Categories of each paper. Maintained by triggers. */
interface PaperCategoryTable {
  category: string;
  place: number;
}

/** Number of papers by category, and of all papers under an empty category. Maintained by triggers. */
interface PaperCountTable {
  category: string;
  papers: number;
}

/** Number of papers published on each UTC day. Maintained by triggers. */
interface PaperDayTable {
  day: string;
  papers: number;
}

export interface NewsAndPaperTables {
  news_articles: ArticleTable;
  news_marks: ArticleFlagTable;
  news_readers: NewsReaderTable;
  story_counts: ClusterCountTable;
  story_quarters: ClusterQuarterTable;
  news_feeds: FeedTable;
  research_papers: PaperTable;
  paper_marks: PaperFlagTable;
  paper_neighbours: PaperNeighbourTable;
  paper_scores: PaperScoreTable;
  paper_queue: PaperQueueTable;
  paper_categories: PaperCategoryTable;
  paper_counts: PaperCountTable;
  paper_days: PaperDayTable;
}
