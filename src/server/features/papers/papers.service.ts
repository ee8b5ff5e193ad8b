import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { newSince, noteVisit } from "#server/features/visits/visits.service.ts";
import { MAX_OF_JOBS } from "#server/kernel/paging/paging.ts";
import {
  countMatching,
  type SortKeyPage,
  readSortKeys,
  type Timeline,
} from "#server/kernel/paging/timeline.ts";
import type { User } from "#shared/accounts/users.ts";
import { dayIn, lastDays } from "#shared/kernel/day-counts.ts";
import type { ListCounts } from "#shared/kernel/paging.ts";
import type { Paper, PaperFlags, PaperPage, PaperQuery, PaperStats } from "#shared/papers/papers.ts";

import { paperTimeline } from "./paper-timeline.service.ts";
import {
  countByCategory,
  countByDay,
  countMarked,
  countPapers,
  findPaper,
  listPapersAt,
  upsertPaperFlags,
  type Viewer,
} from "./papers.queries.ts";

const SECTION = "papers";

async function getViewer(app: App, user: User): Promise<Viewer> {
  return { userId: user.id, newSince: await newSince(app, user, SECTION) };
}

/** Returns matching papers, latest first, as this user sees them. The first page includes the counts. */
export async function queryPapers(
  app: App,
  user: User,
  { limit = MAX_OF_JOBS, cursor, ...query }: PaperQuery,
): Promise<PaperPage> {
  const viewer = await getViewer(app, user);
  const timeline = await paperTimeline(app, viewer, query);
  const page = await readSortKeys(timeline, { limit, cursor });
  const [items, counts] = await Promise.all([
    listPapersAt(app.db, viewer, page.places),
    cursor === undefined ? countFor(app, viewer, query, { timeline, page }) : null,
  ]);
  return { items, nextCursor: page.nextCursor, counts };
}

/** Returns the latest matching papers, as this user sees them. */
export async function latestPapers(app: App, user: User, query: PaperQuery, limit: number): Promise<Paper[]> {
  const viewer = await getViewer(app, user);
  const { places } = await readSortKeys(await paperTimeline(app, viewer, query), { limit });
  return listPapersAt(app.db, viewer, places);
}

/** Counts matching papers, from stored counts where available. */
async function countFor(
  { db }: App,
  viewer: Viewer,
  { search = "", category, from, to, show = "all" }: PaperQuery,
  { timeline, page }: { timeline: Timeline; page: SortKeyPage },
): Promise<ListCounts> {
  const hidden = await countMarked(db, viewer.userId, "isHidden");
  const total = (await countPapers(db)) - hidden;
  const exactly = (matching: number) => ({ matching, isExact: true, total });
  const isNarrowed = search.trim() !== "" || from !== undefined || to !== undefined;
  if (!isNarrowed && timeline.fits === null) return exactly(await countPapers(db, category));
  if (isNarrowed || show === "new" || category !== undefined)
    return { ...(await countMatching(timeline, page)), total };
  const starred = show === "starred" ? await countMarked(db, viewer.userId, "isStarred") : 0;
  return exactly({ all: total, starred, hidden }[show]);
}

/** Returns one paper. Throws 404 if there is none. */
export async function getPaper(app: App, user: User, id: string): Promise<Paper> {
  const paper = await findPaper(app.db, await getViewer(app, user), id);
  if (!paper) throw notFound("Paper not found");
  return paper;
}

/** Stars or hides a paper for this user only. */
export async function setPaperFlags(app: App, user: User, mark: PaperFlags): Promise<Paper> {
  await getPaper(app, user, mark.id);
  await upsertPaperFlags(app.db, user.id, mark);
  return getPaper(app, user, mark.id);
}

/** Records this user's visit to the papers, so that the next visit shows what is new. */
export const visitPapers = (app: App, user: User): Promise<void> => noteVisit(app, user, SECTION);

/** Returns the categories of papers, and how many were published on each of the last days, today included. */
export async function paperStats(app: App): Promise<PaperStats> {
  const days = lastDays(dayIn("UTC")(app.now()));
  const [categories, counted] = await Promise.all([
    countByCategory(app.db),
    countByDay(app.db, days[0] ?? ""),
  ]);
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  return { categories, days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })) };
}
