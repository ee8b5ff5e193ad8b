import type { NewsReaderRow } from "#db/schema.ts";
import { firstSortKeyOf } from "#db/sort-key.ts";
import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { listItemsBeingDeleted } from "#server/kernel/items/trash.service.ts";
import { MAX_OF_JOBS } from "#server/kernel/paging/paging.ts";
import {
  countMatching,
  countWithin,
  type SortKeyPage,
  readSortKeys,
  type Timeline,
} from "#server/kernel/paging/timeline.ts";
import type { User } from "#shared/accounts/users.ts";
import { dayBounds, dayIn, lastDays } from "#shared/kernel/day-counts.ts";
import type { ListCounts } from "#shared/kernel/paging.ts";
import type { Article, ArticleFlags, NewsPage, NewsPerDay, NewsQuery } from "#shared/news/news.ts";

import {
  countStarred,
  findLastSeq,
  findReader,
  forgetMarkedUnread,
  saveReader,
  upsertFlags,
} from "./news-flags.queries.ts";
import { newsTimeline } from "./news-timeline.service.ts";
import {
  countByQuarter,
  countClusters,
  countClustersOfTools,
  countNewsOfTools,
  findCluster,
  listClusters,
  type NewsFilter,
} from "./news.queries.ts";

const HOUR_MS = 3_600_000;
/** Clusters of a day are not counted beyond this number. */
const MAX_OF_A_DAY = 10_000;

/** Returns matching clusters, latest first, as this user sees them. The first page includes the counts. */
export async function queryNews(
  app: App,
  user: User,
  { limit = MAX_OF_JOBS, cursor, timeZone, ...query }: NewsQuery,
): Promise<NewsPage> {
  const filter = readFilter(query);
  const reader = await findReader(app.db, user.id);
  const deletedTools = await listItemsBeingDeleted(app.db, "tool");
  const timeline = await newsTimeline(app, reader, filter, deletedTools);
  const page = await readSortKeys(timeline, { limit, cursor });
  const [items, counts] = await Promise.all([
    listClusters(app.db, reader, page.places),
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
  const { places } = await readSortKeys(timeline, { limit });
  return listClusters(app.db, reader, places);
}

function readFilter({ search, ...rest }: NewsFilter): NewsFilter {
  // No text contains NUL, which ends strings in C.
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
  const leaving = deletedTools.length === 0 ? 0 : await countClustersOfTools(db, deletedTools);
  const total = (await countClusters(db)) - leaving;
  const exactly = (matching: number) => ({ matching, isExact: true, total });
  if (search === undefined && toolId === undefined && (leaving === 0 || show === "all")) {
    if (show === "starred") return exactly(await countStarred(db, reader.userId));
    return exactly(show === "unread" ? total - reader.readStories : total);
  }
  if (search === undefined && toolId !== undefined && leaving === 0 && show === "all")
    return exactly(await countNewsOfTools(db, [toolId]));
  return { ...(await countMatching(timeline, page)), total };
}

/** Counts matching clusters published on the same day as this one. */
function countOnDayOf(timeline: Timeline, { publishedAt }: Article, timeZone: string): Promise<number> {
  const { start, end } = dayBounds(timeZone, new Date(publishedAt));
  const span = { from: firstSortKeyOf(start.toISOString()), before: firstSortKeyOf(end.toISOString()) };
  return countWithin(timeline, span, MAX_OF_A_DAY);
}

/** Counts clusters published on each of the last days in a time zone, today included. */
export async function newsPerDay(app: App, timeZone: string): Promise<NewsPerDay> {
  const dayOf = dayIn(timeZone);
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

/** Returns one cluster as this user sees it. Throws 404 if there is none. */
export async function getArticle({ db }: App, user: User, id: string): Promise<Article> {
  const story = await findCluster(db, await findReader(db, user.id), id);
  if (!story) throw notFound("Article not found");
  return story.article;
}

/** Flags a cluster as read or starred for this user only. */
export const setArticleFlags = (
  app: App,
  user: User,
  { id, isRead, isStarred }: ArticleFlags,
): Promise<Article> =>
  app.db.transaction().execute(async (db) => {
    const reader = await findReader(db, user.id);
    const story = await findCluster(db, reader, id);
    if (!story) throw notFound("Article not found");
    await upsertFlags(db, user.id, story.place, { isRead, isStarred });
    const readBefore = Number(story.article.isRead);
    const readStories = reader.readStories + Number(isRead ?? story.article.isRead) - readBefore;
    if (readStories !== reader.readStories) await saveReader(db, { ...reader, readStories });
    return {
      ...story.article,
      isRead: isRead ?? story.article.isRead,
      isStarred: isStarred ?? story.article.isStarred,
    };
  });

/** Flags all news found so far as read for this user. */
export const markAllRead = (app: App, user: User): Promise<void> =>
  app.db.transaction().execute(async (db) => {
    await forgetMarkedUnread(db, user.id);
    await saveReader(db, {
      userId: user.id,
      readThrough: await findLastSeq(db),
      readStories: await countClusters(db),
    });
  });
