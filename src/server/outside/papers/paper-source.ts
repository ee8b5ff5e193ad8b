import type { Rejection } from "#server/outside/http/source-error.ts";

/** Research paper as an archive describes it. */
export interface FoundPaper {
  /** Archive identifier without the version, such as 2401.01234 or astro-ph/0601001. */
  arXivId: string;
  /** Version that the archive shows. A new one means that title and abstract may differ. */
  version: number | null;
  title: string;
  abstract: string;
  /** Names joined by ", ". */
  authors: string;
  /** Page of the abstract, for this version. */
  url: string;
  pdfUrl: string;
  /** Main category first. */
  categories: string[];
  publishedAt: string;
  /** True if the authors or the archive have withdrawn this version. */
  isWithdrawn: boolean;
}

export interface PaperPage {
  papers: FoundPaper[];
  /** Number of entries that the archive sent. If there are fewer papers, some entries were skipped. */
  received: number;
  /** Total number of papers in the archive. The archive may report 0 by mistake. */
  total: number;
  rejected: Rejection[];
}

/** Order by date of the first version, or of the latest one, which also shows revisions and withdrawals. */
export type PaperOrder = "submitted" | "updated";

/** Archive of papers, read page by page, newest first, or one by one. */
export interface PaperSource {
  page(query: {
    /** A paper matches if it is in any of these. */
    categories: readonly string[];
    order: PaperOrder;
    start: number;
    pageSize: number;
    signal?: AbortSignal | undefined;
  }): Promise<PaperPage>;
  /** Returns the latest version of a paper, or null if the archive has none with this id. */
  find(arXivId: string): Promise<FoundPaper | null>;
}
