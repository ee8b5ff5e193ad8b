import { randomUUID } from "node:crypto";

import type { PaperRow } from "#db/schema.ts";
import { SortKeys } from "#db/sort-key.ts";
import type { App, Db, JobWork } from "#server/app.ts";
import { invalid, notFound, unavailable, upstreamFailed } from "#server/errors.ts";
import { fetchFor, requestSource, sectionStatus } from "#server/features/sources/sources.service.ts";
import { lastRuns } from "#server/kernel/jobs/job-runs.service.ts";
import { startJob } from "#server/kernel/jobs/jobs.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import { arxivCategories } from "#server/outside/papers/arxiv.ts";
import type { FoundPaper, PaperOrder, PaperPage } from "#server/outside/papers/paper-source.ts";
import type { User } from "#shared/accounts/users.ts";
import type { SectionStatus } from "#shared/news/sources.ts";
import type { StartedJob } from "#shared/operations/jobs.ts";
import { readArxivId } from "#shared/papers/paper-words.ts";
import type { AddedPaper, NewPaper } from "#shared/papers/papers.ts";

import { queueWork } from "./paper-ranking.queries.ts";
import { findByArxivId, listKnownPapers, upsertPapers } from "./papers.queries.ts";
import { getPaper } from "./papers.service.ts";

const PAGE_SIZE = 100;
const MAX_PAPERS = 500;
const MAX_TRIES = 3;
/** A category such as cs.AI has up to a thousand new and revised papers each day. */
const UPDATES_PAGE_SIZE = 500;
const MAX_UPDATES = 1000;

export const ARCHIVE = "arXiv";

/** Returns how current the papers are. */
export const papersStatus = (app: App): Promise<SectionStatus> => sectionStatus(app, new Set([ARCHIVE]));

/** Starts fetching papers in the background. */
export const startFetchingPapers = (app: App, user: User): Promise<StartedJob> =>
  startJob(app, user, { name: "papers.fetch", message: "Paper fetch started" });

/**
 * Fetches the latest papers, until a page contains a known one or 500 are read. Stores each page before it fetches the
 * next. After an incomplete run, fetches all pages, because any page may be missing. Then updates stored papers that
 * were revised or withdrawn since, unless the pages contained the whole archive.
 */
export async function fetchLatestPapers(app: App, work: JobWork): Promise<Record<string, number>> {
  const { signal, progress, reportError } = work;
  const runs = await lastRuns(app, "papers.fetch", 5);
  const isLastRunComplete = runs.find(({ state }) => state !== "running")?.state === "succeeded";
  const counts = { read: 0, added: 0, rejected: 0 };
  let total = 1;
  let isPageMissing = false;
  let position = 0;
  for (let start = 0; start < Math.min(total, MAX_PAPERS); start += PAGE_SIZE) {
    const page = await fetchPage(app, { order: "submitted", start, pageSize: PAGE_SIZE }, signal);
    position = start + page.received;
    total = Math.max(total, page.total, position);
    isPageMissing ||= page.received === 0;
    for (const { name, reason } of page.rejected) reportError(ARCHIVE, `${name}: ${reason}`);
    const { added, hasKnown } = await storePapers(app, page.papers);
    counts.read += page.papers.length;
    counts.added += added;
    counts.rejected += page.rejected.length;
    progress(Math.min(start + PAGE_SIZE, total, MAX_PAPERS), Math.min(total, MAX_PAPERS));
    if (isLastRunComplete && hasKnown) break;
  }
  if (isPageMissing) throw new Error("arXiv returned an empty page. We'll try again later.");
  return { ...counts, updated: position < total ? await fetchUpdates(app, work) : 0 };
}

/**
 * Updates stored papers that the archive has changed, and adds none. Returns the number of updated papers. Reports an
 * error instead of failing the run, because the latest papers are stored already.
 */
async function fetchUpdates(app: App, { signal, reportError }: JobWork): Promise<number> {
  let updated = 0;
  try {
    for (let start = 0, total = 1; start < Math.min(total, MAX_UPDATES); start += UPDATES_PAGE_SIZE) {
      const request = { order: "updated", start, pageSize: UPDATES_PAGE_SIZE } as const;
      const page = await fetchPage(app, request, signal);
      total = page.total;
      for (let i = 0; i < page.papers.length; i += PAGE_SIZE) {
        updated += await updatePapers(app, page.papers.slice(i, i + PAGE_SIZE));
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    reportError(ARCHIVE, error);
  }
  return updated;
}

/** Fetches one page. Retries an empty page, which the archive sometimes sends by mistake. */
async function fetchPage(
  app: App,
  request: { order: PaperOrder; start: number; pageSize: number },
  signal: AbortSignal,
): Promise<PaperPage> {
  const query = { categories: arxivCategories(app.config), ...request, signal };
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const page = await requestSource(app, { name: ARCHIVE, signal }, () =>
      app.integrations.papers.page(query),
    );
    if (page.received > 0 || tries === MAX_TRIES) return page;
  }
}

/**
 * Stores papers from an archive. Preserves stored summaries. Withdrawn papers are not added, but stored ones are marked
 * as withdrawn. Queues the comparison of all papers if there are new ones.
 */
export async function storePapers(app: App, found: readonly FoundPaper[]) {
  return app.db.transaction().execute(async (db) => {
    const known = await listKnownPapers(db, idsOf(found));
    const current = found.filter(({ arXivId, isWithdrawn }) => !isWithdrawn || known.has(arXivId));
    const papers = [...new Map(current.map((paper) => [paper.arXivId, paper])).values()];
    await savePapers(app, db, papers, known);
    const added = papers.filter(({ arXivId }) => !known.has(arXivId)).length;
    if (added > 0) await queueWork(db, [{ task: "compare", id: "" }]);
    return {
      added,
      // People may have added newer papers than the last run.
      hasKnown: known.values().some(({ addedBy }) => addedBy === null),
    };
  });
}

/** Stores changed versions of stored papers. Returns their number. */
async function updatePapers(app: App, found: readonly FoundPaper[]): Promise<number> {
  return app.db.transaction().execute(async (db) => {
    const known = await listKnownPapers(db, idsOf(found));
    const changed = found.filter(({ arXivId, url, isWithdrawn }) => {
      const stored = known.get(arXivId);
      // The URL contains the version.
      return stored && (stored.url !== url || stored.isWithdrawn !== Number(isWithdrawn));
    });
    await savePapers(app, db, changed, known);
    return changed.length;
  });
}

/** Stores one paper for a user, even if it is withdrawn. Returns its id, and whether it is new. */
export async function storePaper(app: App, user: User, paper: FoundPaper) {
  return app.db.transaction().execute(async (db) => {
    const known = await listKnownPapers(db, [paper.arXivId]);
    await savePapers(app, db, [paper], known, user.id);
    const { id = "" } = (await findByArxivId(db, paper.arXivId)) ?? {};
    const isAdded = !known.has(paper.arXivId);
    const event = { actorId: user.id, verb: "added", kind: "paper", itemId: id, title: paper.title } as const;
    if (isAdded) {
      await recordEvents(app, db, [event]);
      await queueWork(db, [{ task: "compare", id }]);
    }
    return { id, isAdded };
  });
}

const idsOf = (papers: readonly FoundPaper[]) => papers.map(({ arXivId }) => arXivId);

async function savePapers(
  app: App,
  db: Db,
  papers: readonly FoundPaper[],
  known: Awaited<ReturnType<typeof listKnownPapers>>,
  addedBy: string | null = null,
): Promise<void> {
  const sortKeys = new SortKeys(db, "research_papers");
  const createdAt = app.now().toISOString();
  const rows: PaperRow[] = [];
  for (const paper of papers) {
    const stored = known.get(paper.arXivId);
    const isDateUnchanged = stored?.publishedAt === paper.publishedAt;
    const place = isDateUnchanged ? stored.place : await sortKeys.next(paper.publishedAt);
    rows.push(toRow(paper, { place, createdAt, addedBy }));
  }
  if (rows.length > 0) await upsertPapers(db, rows);
}

const toRow = (paper: FoundPaper, fields: Pick<PaperRow, "place" | "createdAt" | "addedBy">): PaperRow => ({
  ...fields,
  id: randomUUID(),
  title: paper.title,
  abstract: paper.abstract,
  authors: paper.authors,
  url: paper.url,
  pdfUrl: paper.pdfUrl,
  arXivId: paper.arXivId,
  // PostgreSQL rejects the JSON escape of an unpaired surrogate.
  categories: JSON.stringify(paper.categories.map((category) => category.toWellFormed())),
  publishedAt: paper.publishedAt,
  imageUrl: null,
  pplxSummary: null,
  summarySource: null,
  isWithdrawn: Number(paper.isWithdrawn),
});

const RETRY_AFTER_SECONDS = 300;

/**
 * Adds a paper of any category by its arXiv id or URL, or returns the stored one. Throws 404 if arXiv has no such
 * paper.
 */
export async function addPaper(app: App, user: User, { id: address }: NewPaper): Promise<AddedPaper> {
  const arXivId = readArxivId(address);
  if (arXivId === null) throw invalid("Enter an arXiv id or address, such as 2401.01234.", "id");
  const stored = await findByArxivId(app.db, arXivId);
  if (stored) return { ...(await getPaper(app, user, stored.id)), isAdded: false };
  await app.storage.refuseWhenLow();
  const found = await fetchFor(app, user, () => findInArchive(app, arXivId));
  if (found === null) throw notFound(`arXiv has no paper ${arXivId}.`);
  const { id, isAdded } = await storePaper(app, user, found);
  return { ...(await getPaper(app, user, id)), isAdded };
}

async function findInArchive(app: App, arXivId: string): Promise<FoundPaper | null> {
  try {
    return await requestSource(app, { name: ARCHIVE }, () => app.integrations.papers.find(arXivId));
  } catch (error) {
    if (error instanceof OutboundError && (error.status === 429 || error.status === 503)) {
      const seconds =
        error.retryAfterMs === null ? RETRY_AFTER_SECONDS : Math.ceil(error.retryAfterMs / 1000);
      throw unavailable("arXiv is busy. Try again in a few minutes.", seconds);
    }
    if (error instanceof SourceError && error.pauseMs !== null)
      throw unavailable(
        "arXiv failed a moment ago. Try again in a few minutes.",
        Math.ceil(error.pauseMs / 1000),
      );
    throw upstreamFailed(`Couldn't load the paper from arXiv. ${messageOf(error)}`, error);
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\.?$/u, ".") : "Try again later.";
