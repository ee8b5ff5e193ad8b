import { areAllIndexed } from "#db/search/substring-search.ts";
import { firstSortKeyOf, MAX_SORT_KEY } from "#db/sort-key.ts";
import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { newSince, saveVisit } from "#server/features/visits/visits.service.ts";
import { invalidCursor, MAX_FETCHED_PAGE } from "#server/kernel/paging/paging.ts";
import {
  countMatching,
  type SortKeyPage,
  readSortKeys,
  type Timeline,
  createSource,
  type Source,
  limitSource,
} from "#server/kernel/paging/timeline.ts";
import type { User } from "#shared/accounts/users.ts";
import { createDayFormatter, lastDays } from "#shared/kernel/day-counts.ts";
import type { ListCounts } from "#shared/kernel/paging.ts";
import { readWholeNumber } from "#shared/kernel/text.ts";
import { isRanked, TOO_FEW_STARS } from "#shared/papers/paper-words.ts";
import type {
  Paper,
  PaperFlags,
  PaperPage,
  PaperQuery,
  PaperStats,
  SimilarPaper,
} from "#shared/papers/papers.ts";
import { plainTex } from "#shared/tex/tex-text.ts";

import {
  countStarred,
  listNeighbours,
  listReasons,
  MIN_STARS,
  queueRankings,
  SCORE_UNIT,
  TEAM_USER_ID,
} from "./paper-ranking.queries.ts";
import {
  countByCategory,
  countByDay,
  countFlagged,
  countPapers,
  findPaper,
  listPapersAt,
  listRanked,
  upsertPaperFlags,
  type Viewer,
  categorySource,
  filterMatching,
  listSortKeysFoundAfter,
  flaggedSource,
  type PaperFilter,
  paperSource,
  textSource,
} from "./papers.queries.ts";

const SECTION = "papers";

async function getViewer(app: App, user: User): Promise<Viewer> {
  return { userId: user.id, newSince: await newSince(app, user, SECTION) };
}

/** Returns matching papers, latest first, as this user sees them. The first page includes the counts. */
export async function queryPapers(
  app: App,
  user: User,
  { limit = MAX_FETCHED_PAGE, cursor, ...query }: PaperQuery,
): Promise<PaperPage> {
  const viewer = await getViewer(app, user);
  const { show = "all" } = query;
  if (isRanked(show)) return queryRanked(app, viewer, { ...query, limit, cursor, show });
  const timeline = await paperTimeline(app, viewer, query);
  const page = await readSortKeys(timeline, { limit, cursor });
  const [items, counts] = await Promise.all([
    listPapersAt(app.db, viewer, page.sortKeys),
    cursor === undefined ? countMatchingPapers(app, viewer, query, { timeline, page }) : null,
  ]);
  return { items, nextCursor: page.nextCursor, counts, note: null };
}

/** Returns recommended papers, best first. */
async function queryRanked(
  app: App,
  viewer: Viewer,
  { show, limit, cursor, ...query }: PaperQuery & { show: "forYou" | "forTeam"; limit: number },
): Promise<PaperPage> {
  const userId = show === "forYou" ? viewer.userId : TEAM_USER_ID;
  const filter = { words: wordsOf(query.search), category: query.category, show };
  const span = sortKeySpan(query);
  const ranked = await listRanked(app.db, viewer, filter, userId);
  const matching = ranked.filter((place) => place >= span.from && place < span.before);
  const start = cursor === undefined ? 0 : parseOffset(cursor);
  const papers = await listPapersAt(app.db, viewer, matching.slice(start, start + limit));
  const ids = papers.map(({ id }) => id);
  const rows = await listReasons(app.db, userId, ids);
  const reasons = new Map(
    rows.map(({ paperId, title, words }) => [paperId, describeReason(title, words, show)]),
  );
  const items = papers.map((paper) => ({ ...paper, reason: reasons.get(paper.id) ?? null }));
  const total = (await countPapers(app.db)) - (await countFlagged(app.db, viewer.userId, "isHidden"));
  return {
    items,
    nextCursor: start + limit < matching.length ? String(start + limit) : null,
    counts: cursor === undefined ? { matching: matching.length, isExact: true, total } : null,
    note: (await countStarred(app.db, userId)) < MIN_STARS ? TOO_FEW_STARS[show] : null,
  };
}

const MAX_TITLE_IN_REASON = 80;

function describeReason(starred: string, words: string, show: "forYou" | "forTeam"): string {
  const title = plainTex(starred);
  const short =
    title.length > MAX_TITLE_IN_REASON ? `${title.slice(0, MAX_TITLE_IN_REASON).trimEnd()}…` : title;
  const who = show === "forYou" ? "you" : "the team";
  return `Because ${who} starred "${short}"${words === "" ? "" : `: ${words}`}`;
}

function parseOffset(cursor: string): number {
  const offset = readWholeNumber(cursor);
  if (typeof offset !== "number" || offset < 0) throw invalidCursor();
  return offset;
}

/** Returns the papers most similar to one, best first. Throws 404 if there is none with this id. */
export async function similarPapers(app: App, user: User, id: string): Promise<SimilarPaper[]> {
  const paper = await getPaper(app, user, id);
  const neighbours = await listNeighbours(app.db, paper.id);
  const places = neighbours.map(({ place }) => place);
  const scores = new Map(neighbours.map(({ otherId, score }) => [otherId, score]));
  const found = await listPapersAt(app.db, await getViewer(app, user), places);
  return found.map((other) => ({ ...other, score: (scores.get(other.id) ?? 0) / SCORE_UNIT }));
}

/** Returns the latest matching papers, as this user sees them. */
export async function latestPapers(app: App, user: User, query: PaperQuery, limit: number): Promise<Paper[]> {
  if (isRanked(query.show ?? "all")) return (await queryPapers(app, user, { ...query, limit })).items;
  const viewer = await getViewer(app, user);
  const { sortKeys } = await readSortKeys(await paperTimeline(app, viewer, query), { limit });
  return listPapersAt(app.db, viewer, sortKeys);
}

/** Counts matching papers, from stored counts where available. */
async function countMatchingPapers(
  { db }: App,
  viewer: Viewer,
  { search = "", category, from, to, show = "all" }: PaperQuery,
  { timeline, page }: { timeline: Timeline; page: SortKeyPage },
): Promise<ListCounts> {
  const hidden = await countFlagged(db, viewer.userId, "isHidden");
  const total = (await countPapers(db)) - hidden;
  const exactCounts = (matching: number) => ({ matching, isExact: true, total });
  const isNarrowed = search.trim() !== "" || from !== undefined || to !== undefined;
  if (!isNarrowed && timeline.filter === null) return exactCounts(await countPapers(db, category));
  if (isNarrowed || show === "new" || category !== undefined)
    return { ...(await countMatching(timeline, page)), total };
  const starred = show === "starred" ? await countFlagged(db, viewer.userId, "isStarred") : 0;
  return exactCounts(show === "starred" ? starred : show === "hidden" ? hidden : total);
}

/** Returns one paper. Throws 404 if there is none. */
export async function getPaper(app: App, user: User, id: string): Promise<Paper> {
  const paper = await findPaper(app.db, await getViewer(app, user), id);
  if (!paper) throw notFound("Paper not found");
  return paper;
}

/** Stars or hides a paper for this user only. */
export async function setPaperFlags(app: App, user: User, flags: PaperFlags): Promise<Paper> {
  await getPaper(app, user, flags.id);
  await app.db.transaction().execute(async (db) => {
    await upsertPaperFlags(db, user.id, flags);
    await queueRankings(db, [user.id, TEAM_USER_ID]);
  });
  return getPaper(app, user, flags.id);
}

/** Records this user's visit to the papers. The next visit shows papers found since as new. */
export const visitPapers = (app: App, user: User): Promise<void> => saveVisit(app, user, SECTION);

/** Returns the categories of papers, and the number of papers published on each of the last days, including today. */
export async function paperStats(app: App): Promise<PaperStats> {
  const days = lastDays(createDayFormatter("UTC")(app.now()));
  const [categories, dayCounts] = await Promise.all([
    countByCategory(app.db),
    countByDay(app.db, days[0] ?? ""),
  ]);
  const counts = new Map(dayCounts.map(({ day, count }) => [day, count]));
  return { categories, days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })) };
}

/** Number of papers up to which checking each one, or collecting and sorting them, is fast. */
const MAX_COLLECTED = 2000;
/** More words would not narrow a search. */
const MAX_WORDS = 10;
const DAY_MS = 86_400_000;

const wordsOf = (search = ""): string[] =>
  search
    .split(/[\s\0]+/u)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);

/** Returns the range of sort keys of papers published from one day to another. `before` is exclusive. */
const sortKeySpan = ({ from, to }: Pick<PaperQuery, "from" | "to">) => ({
  from: from === undefined ? 0 : firstSortKeyOf(from),
  before: to === undefined ? MAX_SORT_KEY : firstSortKeyOf(new Date(Date.parse(to) + DAY_MS).toISOString()),
});

/** Returns the matching papers as this user sees them. Takes candidates from the narrowest source and checks each. */
async function paperTimeline(
  app: App,
  viewer: Viewer,
  { search, category, from, to, show = "all" }: PaperQuery,
): Promise<Timeline> {
  const words = wordsOf(search);
  const filter = { words, category, show };
  const source = await chooseSource(app, viewer, filter);
  const span = sortKeySpan({ from, to });
  const matchesAll =
    words.length === 0 && show === "all" && (await countFlagged(app.db, viewer.userId, "isHidden")) === 0;
  return {
    blocksThread: app.database.blocksThread,
    source: limitSource(source, span),
    // If the source returns only matches, they need no check.
    filter: matchesAll ? null : (places) => filterMatching(app.db, viewer, filter, places),
  };
}

async function chooseSource(
  { db }: App,
  viewer: Viewer,
  { words, category, show }: PaperFilter,
): Promise<Source> {
  if (show === "starred") return flaggedSource(db, viewer.userId, "isStarred");
  if (show === "hidden") return flaggedSource(db, viewer.userId, "isHidden");
  if (show === "new") {
    if (viewer.newSince === null) return createSource([]);
    const places = await listSortKeysFoundAfter(db, viewer.newSince, MAX_COLLECTED + 1);
    // With more new papers, a scan of all papers finds some quickly.
    if (places.length <= MAX_COLLECTED) return createSource(places);
  }
  const categoryPapers = category === undefined ? null : categorySource(db, category);
  if (words.length === 0) return categoryPapers ?? paperSource(db);
  if (categoryPapers && (await countPapers(db, category)) <= MAX_COLLECTED) return categoryPapers;
  const indexed = words.filter((word) => areAllIndexed([word]));
  return indexed.length > 0 ? textSource(db, indexed) : (categoryPapers ?? paperSource(db));
}
