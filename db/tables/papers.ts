/** Papers and their counters. */
import type { Generated } from "kysely";

export interface PaperTable {
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
export interface PaperFlagTable {
  userId: string;
  place: number;
  isStarred: number;
  isHidden: number;
}

/** Papers with the most similar texts. */
export interface PaperNeighbourTable {
  paperId: string;
  otherId: string;
  /** Cosine of both texts, in millionths. */
  score: number;
}

/** Papers recommended to a user, or to the team. */
export interface PaperScoreTable {
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

/** Queued work on similar papers and rankings. */
export interface PaperQueueTable {
  task: "compare" | "rank";
  /** Id of a paper or user. Empty for all papers, and for the team. */
  id: string;
  /** Number of papers done. */
  after: number | null;
  /** Changes when the work is queued again. */
  version: string;
}

/** Categories of each paper. Maintained by triggers. */
export interface PaperCategoryTable {
  category: string;
  place: number;
}

/** Number of papers by category, and of all papers under an empty category. Maintained by triggers. */
export interface PaperCountTable {
  category: string;
  papers: number;
}

/** Number of papers published on each UTC day. Maintained by triggers. */
export interface PaperDayTable {
  day: string;
  papers: number;
}
