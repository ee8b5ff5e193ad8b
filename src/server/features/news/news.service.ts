import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { MAX_OF_JOBS, readPage } from "#server/paging.ts";
import { dayIn, lastDays } from "#shared/day-counts.ts";
import type { Article, ArticleMark, NewsPage, NewsPerDay, NewsQuery } from "#shared/news/news.ts";
import type { User } from "#shared/users.ts";

import {
  countArticles,
  findArticle,
  listArticles,
  listStoryTimes,
  markAllArticlesRead,
  type NewsFilter,
  upsertArticleMark,
} from "./news.queries.ts";

const HOUR_MS = 3_600_000;
/** A day is an hour longer where clocks are set back. */
const LONGEST_DAY_MS = 25 * HOUR_MS;

/** Stories that match the query, latest published first, as this person sees them. */
export async function queryNews(
  app: App,
  user: User,
  { limit, cursor, timeZone, ...filter }: NewsQuery,
): Promise<NewsPage> {
  const page = await readPage(
    { limit, cursor },
    (slice) => listArticles(app.db, user.id, filter, slice),
    ({ publishedAt, id }) => [publishedAt, id],
    MAX_OF_JOBS,
  );
  const last = page.items.at(-1);
  const [matching, total, lastDayCount] = await Promise.all([
    countArticles(app.db, user.id, filter),
    countArticles(app.db, user.id, {}),
    last && timeZone !== undefined
      ? countOnSameDay(app, user, filter, { moment: new Date(last.publishedAt), timeZone })
      : null,
  ]);
  return { ...page, matching, total, lastDayCount };
}

/** How many of the stories that match were published on the day that a moment is in. */
async function countOnSameDay(
  app: App,
  user: User,
  filter: NewsFilter,
  { moment, timeZone }: { moment: Date; timeZone: string },
): Promise<number> {
  const dayOf = dayIn(timeZone);
  const from = new Date(moment.getTime() - LONGEST_DAY_MS);
  const to = new Date(moment.getTime() + LONGEST_DAY_MS);
  const times = await listStoryTimes(app.db, user.id, filter, { from, to });
  return times.filter((time) => dayOf(time) === dayOf(moment)).length;
}

/** How many stories were published on each of the last days in a time zone, today included. */
export async function newsPerDay(app: App, user: User, timeZone: string): Promise<NewsPerDay> {
  const dayOf = dayIn(timeZone);
  const days = lastDays(dayOf(app.now()));
  // In zones ahead of UTC the first day begins while it is the day before in UTC.
  const from = new Date(Date.parse(days[0] ?? "") - 24 * HOUR_MS);
  const stories = Map.groupBy(await listStoryTimes(app.db, user.id, {}, { from, to: app.now() }), dayOf);
  return { days: days.map((day) => ({ day, count: stories.get(day)?.length ?? 0 })) };
}

/** Marks a story as read or starred for this person alone. */
export async function markArticle(app: App, user: User, mark: ArticleMark): Promise<Article> {
  await getArticle(app, user, mark.id);
  await upsertArticleMark(app.db, user.id, mark);
  return getArticle(app, user, mark.id);
}

async function getArticle(app: App, user: User, id: string): Promise<Article> {
  const article = await findArticle(app.db, user.id, id);
  if (!article) throw notFound("Article not found");
  return article;
}

export async function markAllRead(app: App, user: User): Promise<void> {
  await markAllArticlesRead(app.db, user.id);
}
