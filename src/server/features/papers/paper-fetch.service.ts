import { randomUUID } from "node:crypto";

import type { PaperRow } from "#db/schema.ts";
import { SortKeys } from "#db/sort-key.ts";
import type { App, JobWork } from "#server/app.ts";
import { requestSource, sectionStatus } from "#server/features/sources/sources.service.ts";
import { lastRuns } from "#server/kernel/jobs/job-runs.service.ts";
import { startJob } from "#server/kernel/jobs/jobs.service.ts";
import type { FoundPaper, PaperPage } from "#server/outside/papers/paper-source.ts";
import type { StartedJob } from "#shared/jobs.ts";
import type { SectionStatus } from "#shared/news/sources.ts";
import type { User } from "#shared/users.ts";

import { listKnownPapers, upsertPapers } from "./papers.queries.ts";

const PAGE_SIZE = 100;
const MOST_PAPERS = 500;
const TRIES_OF_EMPTY = 3;

const ARCHIVE = "arXiv";

/** How current the papers are. */
export const papersStatus = (app: App): Promise<SectionStatus> => sectionStatus(app, new Set([ARCHIVE]));

/** Starts to fetch papers in the background. */
export const startFetchingPapers = (app: App, user: User): Promise<StartedJob> =>
  startJob(app, user, { name: "papers.fetch", message: "Paper fetch started" });

/**
 * Fetches the latest papers, page by page, until one is known or 500 were read. Each page is stored before the next
 * is requested; after a run that was cut off or failed the next one reads all pages, since it may lack any of them.
 */
export async function fetchLatestPapers(
  app: App,
  { signal, progress, reportError }: JobWork,
): Promise<Record<string, number>> {
  const runs = await lastRuns(app, "papers.fetch", 5);
  const isComplete = runs.find(({ state }) => state !== "running")?.state === "succeeded";
  const counts = { read: 0, added: 0, rejected: 0 };
  let total = 1;
  let isPageMissing = false;
  for (let start = 0; start < Math.min(total, MOST_PAPERS); start += PAGE_SIZE) {
    const page = await fetchPage(app, start, signal);
    total = Math.max(total, page.total, start + page.received);
    isPageMissing ||= page.received === 0;
    for (const { what, reason } of page.rejected) reportError(ARCHIVE, `${what}: ${reason}`);
    const { added, hasKnown } = await storePapers(app, page.papers);
    counts.read += page.papers.length;
    counts.added += added;
    counts.rejected += page.rejected.length;
    progress(Math.min(start + PAGE_SIZE, total, MOST_PAPERS), Math.min(total, MOST_PAPERS));
    if (isComplete && hasKnown) break;
  }
  if (isPageMissing) throw new Error("arXiv returned an empty page. We'll try again later.");
  return counts;
}

/** One page; requested again when it is empty, which the archive sends by mistake at times. */
async function fetchPage(app: App, start: number, signal: AbortSignal): Promise<PaperPage> {
  const query = { category: app.config.arxivCategory, start, pageSize: PAGE_SIZE, signal };
  for (let tried = 1; ; tried += 1) {
    signal.throwIfAborted();
    const page = await requestSource(app, { name: ARCHIVE, signal }, () =>
      app.integrations.papers.page(query),
    );
    if (page.received > 0 || tried === TRIES_OF_EMPTY) return page;
  }
}

/** Stores what an archive sent; a stored summary stays. Withdrawn papers are not added; a stored one is labelled. */
async function storePapers(app: App, found: readonly FoundPaper[]) {
  const arXivIds = found.map(({ arXivId }) => arXivId);
  return app.db.transaction().execute(async (db) => {
    const known = await listKnownPapers(db, arXivIds);
    const kept = found.filter(({ arXivId, isWithdrawn }) => !isWithdrawn || known.has(arXivId));
    const papers = [...new Map(kept.map((paper) => [paper.arXivId, paper])).values()];
    const places = new SortKeys(db, "research_papers");
    const createdAt = app.now().toISOString();
    const rows: PaperRow[] = [];
    for (const paper of papers) {
      const before = known.get(paper.arXivId);
      const isInPlace = before?.publishedAt === paper.publishedAt;
      const place = isInPlace ? before.place : await places.next(paper.publishedAt);
      rows.push(toRow(paper, { place, createdAt }));
    }
    if (rows.length > 0) await upsertPapers(db, rows);
    return { added: papers.filter(({ arXivId }) => !known.has(arXivId)).length, hasKnown: known.size > 0 };
  });
}

const toRow = (paper: FoundPaper, { place, createdAt }: { place: number; createdAt: string }): PaperRow => ({
  place,
  id: randomUUID(),
  title: paper.title,
  abstract: paper.abstract,
  authors: paper.authors,
  url: paper.url,
  pdfUrl: paper.pdfUrl,
  arXivId: paper.arXivId,
  // Half of a surrogate pair would be an escape in JSON that not every database accepts.
  categories: JSON.stringify(paper.categories.map((category) => category.toWellFormed())),
  publishedAt: paper.publishedAt,
  imageUrl: null,
  pplxSummary: null,
  summarySource: null,
  createdAt,
  isWithdrawn: Number(paper.isWithdrawn),
});
