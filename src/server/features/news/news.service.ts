import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { readPage } from "#server/paging.ts";
import { dayIn, lastDays } from "#shared/day-counts.ts";
import type { Article, ArticleMark, NewsPage, NewsPerDay, NewsQuery } from "#shared/news.ts";
import type { User } from "#shared/users.ts";

import {
  countArticles,
  findArticle,
  listArticles,
  listStoryTimes,
  markAllArticlesRead,
  upsertArticleMark,
} from "./news.queries.ts";

const DAY_MS = 24 * 3_600_000;

/** Stories that match the query, latest published first, as this person sees them. */
export async function queryNews(
  app: App,
  user: User,
  { limit, cursor, ...filter }: NewsQuery,
): Promise<NewsPage> {
  const page = await readPage(
    { limit, cursor },
    (slice) => listArticles(app.db, user.id, filter, slice),
    ({ publishedAt, id }) => [publishedAt, id],
  );
  const [matching, total] = await Promise.all([
    countArticles(app.db, user.id, filter),
    countArticles(app.db, user.id, {}),
  ]);
  return { ...page, matching, total };
}

/** How many stories were published on each of the last days in a time zone, today included. */
export async function newsPerDay(app: App, user: User, timeZone: string): Promise<NewsPerDay> {
  const dayOf = dayIn(timeZone);
  const days = lastDays(dayOf(app.now()));
  // In zones ahead of UTC the first day begins while it is the day before in UTC.
  const since = new Date(Date.parse(days[0] ?? "") - DAY_MS).toISOString();
  const stories = Map.groupBy(await listStoryTimes(app.db, user.id, since), (time) => dayOf(new Date(time)));
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
  if (!article) throw notFound("Article");
  return article;
}

/** Marks all news as read for this person. */
export async function markAllRead(app: App, user: User): Promise<void> {
  await markAllArticlesRead(app.db, user.id);
}
