import type { Rejection } from "#server/outside/http/source-error.ts";

/** A research paper as an archive describes it. */
export interface FoundPaper {
  /** The archive's identifier without the version, such as 2401.01234 or astro-ph/0601001. */
  arXivId: string;
  /** The version that the archive shows; a new one means that title and abstract may differ. */
  version: number | null;
  title: string;
  abstract: string;
  /** Names joined by ", ". */
  authors: string;
  /** The abstract's page, of this version. */
  url: string;
  pdfUrl: string;
  /** The main category first. */
  categories: string[];
  publishedAt: string;
  /** The authors or the archive have withdrawn this version. */
  isWithdrawn: boolean;
}

export interface PaperPage {
  papers: FoundPaper[];
  /** How many entries the archive sent: fewer papers than that means that some were left out. */
  received: number;
  /** How many papers the archive has in all; 0 may be a mistake of the archive. */
  total: number;
  rejected: Rejection[];
}

/** Papers by their first version, or by their latest one: the second order shows revisions and withdrawals. */
export type PaperOrder = "submitted" | "updated";

/** An archive of papers, read page by page, newest first. */
export interface PaperSource {
  page(query: {
    category: string;
    order: PaperOrder;
    start: number;
    pageSize: number;
    signal?: AbortSignal | undefined;
  }): Promise<PaperPage>;
}
