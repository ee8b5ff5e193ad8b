/** Papers, and what is counted of them. */
import type { Generated } from "kysely";

export interface PaperTable {
  /** Where it stands in the list, from its time of publication on; see `db/sort-key.ts`. */
  place: number;
  id: string;
  title: string;
  abstract: string;
  authors: string;
  url: string;
  pdfUrl: string;
  /** Without the version suffix. */
  arXivId: string;
  categories: string;
  publishedAt: string;
  imageUrl: string | null;
  pplxSummary: string | null;
  /** The model that wrote the summary, or that it is an extract. */
  summarySource: string | null;
  createdAt: string;
  /** 1 once the archive shows a withdrawn version. */
  isWithdrawn: Generated<number>;
}

/** What one person has marked of a paper. Flags are 0 or 1. */
export interface PaperFlagTable {
  userId: string;
  place: number;
  isStarred: number;
  isHidden: number;
}

/** Kept by triggers: the papers of each category. */
export interface PaperCategoryTable {
  category: string;
  place: number;
}

/** Kept by triggers: how many papers there are of each category, and of all under an empty one. */
export interface PaperCountTable {
  category: string;
  papers: number;
}

/** Kept by triggers: how many papers were published on each day (UTC). */
export interface PaperDayTable {
  day: string;
  papers: number;
}
