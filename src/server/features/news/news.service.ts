import type { NewsReaderRow } from "#db/schema.ts";
import { areAllIndexed } from "#db/search/substring-search.ts";
import { firstSortKeyOf } from "#db/sort-key.ts";
import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { listItemsBeingDeleted } from "#server/kernel/items/trash.service.ts";
import { MAX_FETCHED_PAGE } from "#server/kernel/paging/paging.ts";
import {
  countMatching,
  countInRange,
  type SortKeyPage,
  readSortKeys,
  type Timeline,
  mergeSources,
  createSource,
  type Source,
} from "#server/kernel/paging/timeline.ts";
import type { User } from "#shared/accounts/users.ts";
import { dayBounds, createDayFormatter, lastDays } from "#shared/kernel/day-counts.ts";
import type { ListCounts } from "#shared/kernel/paging.ts";
import type { Article, ArticleFlags, NewsPage, NewsPerDay, NewsQuery } from "#shared/news/news.ts";

import {
  countStarred,
  findLastSeq,
  findReader,
  clearUnreadFlags,
  saveReader,
  upsertFlags,
  listMarkedUnread,
} from "./news-flags.queries.ts";
import {
  countByQuarter,
  countClusters,
  countClustersOfTools,
  countNewsOfTools,
  findCluster,
  listClusters,
  type NewsFilter,
  filterMatching,
  listSortKeysFoundAfter,
  listSortKeysOfTools,
  listToolIdsByName,
  starredSource,
  clusterSource,
  textSource,
  toolSource,
} from "./news.queries.ts";

const HOUR_MS = 3_600_000;
/** Maximum number of clusters that are counted for a day. */
const MAX_COUNT_PER_DAY = 10_000;

/** Returns matching clusters, latest first, as this user sees them. The first page includes the counts. */
export async function queryNews(
  app: App,
  user: User,
  { limit = MAX_FETCHED_PAGE, cursor, timeZone, ...query }: NewsQuery,
): Promise<NewsPage> {
  const filter = readFilter(query);
  const reader = await findReader(app.db, user.id);
  const deletedTools = await listItemsBeingDeleted(app.db, "tool");
  const timeline = await newsTimeline(app, reader, filter, deletedTools);
  const page = await readSortKeys(timeline, { limit, cursor });
  const [items, counts] = await Promise.all([
    listClusters(app.db, reader, page.sortKeys),
    cursor === undefined ? countNews(app, reader, filter, { timeline, page, deletedTools }) : null,
  ]);
  const last = items.at(-1);
  return {
    items,
    nextCursor: page.nextCursor,
    counts,
    lastDayCount: last && timeZone !== undefined ? await countOnDayOf(timeline, last, timeZone) : null,
  };
}

/** Returns the latest matching clusters, as this user sees them. */
export async function latestNews(app: App, user: User, query: NewsFilter, limit: number): Promise<Article[]> {
  const reader = await findReader(app.db, user.id);
  const deletedTools = await listItemsBeingDeleted(app.db, "tool");
  const timeline = await newsTimeline(app, reader, readFilter(query), deletedTools);
  const { sortKeys } = await readSortKeys(timeline, { limit });
  return listClusters(app.db, reader, sortKeys);
}

function readFilter({ search, ...rest }: NewsFilter): NewsFilter {
  // No text contains NUL, and PostgreSQL rejects it.
  const text = search?.replaceAll("\0", "").trim();
  return { ...rest, ...(text && { search: text }) };
}

/** Counts matching clusters, from stored counts where available. */
async function countNews(
  { db }: App,
  reader: NewsReaderRow,
  { search, toolId, show = "all" }: NewsFilter,
  {
    timeline,
    page,
    deletedTools,
  }: { timeline: Timeline; page: SortKeyPage; deletedTools: readonly string[] },
): Promise<ListCounts> {
  const beingDeleted = deletedTools.length === 0 ? 0 : await countClustersOfTools(db, deletedTools);
  const total = (await countClusters(db)) - beingDeleted;
  const exactCounts = (matching: number) => ({ matching, isExact: true, total });
  if (search === undefined && toolId === undefined && (beingDeleted === 0 || show === "all")) {
    if (show === "starred") return exactCounts(await countStarred(db, reader.userId));
    return exactCounts(show === "unread" ? total - reader.readStories : total);
  }
  if (search === undefined && toolId !== undefined && beingDeleted === 0 && show === "all")
    return exactCounts(await countNewsOfTools(db, [toolId]));
  return { ...(await countMatching(timeline, page)), total };
}

/** Counts the matching clusters that were published on the same day as this article. */
function countOnDayOf(timeline: Timeline, { publishedAt }: Article, timeZone: string): Promise<number> {
  const { start, end } = dayBounds(timeZone, new Date(publishedAt));
  const span = { from: firstSortKeyOf(start.toISOString()), before: firstSortKeyOf(end.toISOString()) };
  return countInRange(timeline, span, MAX_COUNT_PER_DAY);
}

/** Counts the clusters published on each of the last days, including today, in a time zone. */
export async function newsPerDay(app: App, timeZone: string): Promise<NewsPerDay> {
  const dayOf = createDayFormatter(timeZone);
  const days = lastDays(dayOf(app.now()));
  // In time zones ahead of UTC, the first day begins on the previous day in UTC.
  const from = new Date(Date.parse(days[0] ?? "") - 24 * HOUR_MS);
  const counts = new Map<string, number>();
  let today = "";
  let nextDay = from;
  for (const { start, stories } of await countByQuarter(app.db, { from, to: app.now() })) {
    if (start >= nextDay) {
      today = dayOf(start);
      nextDay = dayBounds(timeZone, start).end;
    }
    counts.set(today, (counts.get(today) ?? 0) + stories);
  }
  return { days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })) };
}

/** Returns a cluster as this user sees it. Throws 404 if there is none. */
export async function getArticle({ db }: App, user: User, id: string): Promise<Article> {
  const cluster = await findCluster(db, await findReader(db, user.id), id);
  if (!cluster) throw notFound("Article not found");
  return cluster.article;
}

/** Flags a cluster as read or starred for this user only. */
export const setArticleFlags = (
  app: App,
  user: User,
  { id, isRead, isStarred }: ArticleFlags,
): Promise<Article> =>
  app.db.transaction().execute(async (db) => {
    const reader = await findReader(db, user.id);
    const cluster = await findCluster(db, reader, id);
    if (!cluster) throw notFound("Article not found");
    await upsertFlags(db, user.id, cluster.place, { isRead, isStarred });
    const readBefore = Number(cluster.article.isRead);
    const readStories = reader.readStories + Number(isRead ?? cluster.article.isRead) - readBefore;
    if (readStories !== reader.readStories) await saveReader(db, { ...reader, readStories });
    return {
      ...cluster.article,
      isRead: isRead ?? cluster.article.isRead,
      isStarred: isStarred ?? cluster.article.isStarred,
    };
  });

/** Flags all news stored so far as read for this user. */
export const markAllRead = (app: App, user: User): Promise<void> =>
  app.db.transaction().execute(async (db) => {
    await clearUnreadFlags(db, user.id);
    await saveReader(db, {
      userId: user.id,
      readThrough: await findLastSeq(db),
      readStories: await countClusters(db),
    });
  });

/** Number of clusters up to which checking each one, or collecting and sorting them, is fast. */
const MAX_COLLECTED = 2000;
/** Number of tools up to which one query per tool is fast. */
const MAX_TOOL_SOURCES = 50;

/**
 * Returns the matching clusters as this user sees them. Takes candidates from the narrowest source and checks each.
 * Articles of a tool that is being deleted never match.
 */
async function newsTimeline(
  app: App,
  reader: NewsReaderRow,
  filter: NewsFilter,
  deletedTools: readonly string[],
): Promise<Timeline> {
  const { search, toolId, show = "all" } = filter;
  const { blocksThread } = app.database;
  if (search === undefined && show === "all" && deletedTools.length === 0) {
    const source = toolId === undefined ? clusterSource(app.db) : toolSource(app.db, toolId);
    return { blocksThread, source, filter: null };
  }
  return {
    blocksThread,
    source: await chooseSource(app, reader, filter),
    filter: (places) => filterMatching(app.db, reader, filter, places),
  };
}

async function chooseSource(
  app: App,
  reader: NewsReaderRow,
  { search, toolId, show }: NewsFilter,
): Promise<Source> {
  if (show === "starred") return starredSource(app.db, reader.userId);
  const unread = show === "unread" ? await findUnreadSource(app, reader) : null;
  if (unread) return unread;
  if (search !== undefined) return searchSource(app, search, toolId);
  return toolId === undefined ? clusterSource(app.db) : toolSource(app.db, toolId);
}

/**
 * Returns a source of the clusters that may be unread, if they are few. Returns null if there are many, which a scan of
 * all clusters finds quickly.
 */
async function findUnreadSource({ db }: App, reader: NewsReaderRow): Promise<Source | null> {
  if (reader.readStories >= (await countClusters(db))) return createSource([]);
  if ((await findLastSeq(db)) - reader.readThrough > MAX_COLLECTED) return null;
  return createSource([
    ...(await listSortKeysFoundAfter(db, reader.readThrough)),
    ...(await listMarkedUnread(db, reader.userId)),
  ]);
}

/** Returns a source of the clusters that may contain a text, in an article or in the name or company of a tool. */
async function searchSource({ db }: App, text: string, toolId: string | undefined): Promise<Source> {
  const namedToolIds = await listToolIdsByName(db, text);
  if (toolId !== undefined) {
    const isToolSourceFast =
      namedToolIds.includes(toolId) || (await countNewsOfTools(db, [toolId])) <= MAX_COLLECTED;
    if (isToolSourceFast) return toolSource(db, toolId);
  }
  const allSource = toolId === undefined ? clusterSource(db) : toolSource(db, toolId);
  // Short texts have no index. They are found quickly, or searched page by page.
  if (!areAllIndexed([text])) return allSource;
  const articleSource = textSource(db, text);
  if (namedToolIds.length === 0) return articleSource;
  if (namedToolIds.length <= MAX_TOOL_SOURCES)
    return mergeSources([articleSource, ...namedToolIds.map((id) => toolSource(db, id))]);
  // News of that many tools is either everywhere or very rare.
  const clusterCount = await countNewsOfTools(db, namedToolIds);
  return clusterCount > MAX_COLLECTED
    ? allSource
    : mergeSources([articleSource, createSource(await listSortKeysOfTools(db, namedToolIds))]);
}
