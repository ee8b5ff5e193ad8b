import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { newSince, noteVisit } from "#server/features/visits/visits.service.ts";
import { MAX_OF_JOBS, readPage } from "#server/paging.ts";
import { dayIn, lastDays } from "#shared/day-counts.ts";
import type { Paper, PaperMark, PaperPage, PaperQuery, PaperStats } from "#shared/papers.ts";
import type { User } from "#shared/users.ts";

import {
  countByCategory,
  countByDay,
  countPapers,
  findPaper,
  listPapers,
  upsertPaperMark,
  type Viewer,
} from "./papers.queries.ts";

const SECTION = "papers";
const dayOf = dayIn("UTC");

async function getViewer(app: App, user: User): Promise<Viewer> {
  return { userId: user.id, newSince: await newSince(app, user, SECTION) };
}

/** Papers that match the query, latest published first, as this person sees them. */
export async function queryPapers(
  app: App,
  user: User,
  { limit, cursor, ...filter }: PaperQuery,
): Promise<PaperPage> {
  const viewer = await getViewer(app, user);
  const page = await readPage(
    { limit, cursor },
    (slice) => listPapers(app.db, viewer, filter, slice),
    ({ publishedAt, id }) => [publishedAt, id],
    MAX_OF_JOBS,
  );
  const [matching, total] = await Promise.all([
    countPapers(app.db, viewer, filter),
    countPapers(app.db, viewer, {}),
  ]);
  return { ...page, matching, total };
}

/** One paper, or a refusal with 404. */
export async function getPaper(app: App, user: User, id: string): Promise<Paper> {
  const paper = await findPaper(app.db, await getViewer(app, user), id);
  if (!paper) throw notFound("Paper not found");
  return paper;
}

/** Stars or hides a paper for this person alone. */
export async function markPaper(app: App, user: User, mark: PaperMark): Promise<Paper> {
  await getPaper(app, user, mark.id);
  await upsertPaperMark(app.db, user.id, mark);
  return getPaper(app, user, mark.id);
}

/** Notes that this person looks at the papers, so that the next visit knows what is new. */
export const visitPapers = (app: App, user: User): Promise<void> => noteVisit(app, user, SECTION);

/** The categories that papers are in, and how many were published on each of the last days, today included. */
export async function paperStats(app: App): Promise<PaperStats> {
  const days = lastDays(dayOf(app.now()));
  const [categories, counted] = await Promise.all([
    countByCategory(app.db),
    countByDay(app.db, days[0] ?? ""),
  ]);
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  return { categories, days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })) };
}
