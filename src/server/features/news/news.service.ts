import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { readPage } from "#server/paging.ts";
import type { Article, ArticleMark, NewsPage, NewsQuery } from "#shared/news.ts";
import type { User } from "#shared/users.ts";

import {
  countArticles,
  findArticle,
  listArticles,
  markAllArticlesRead,
  upsertArticleMark,
} from "./news.queries.ts";

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
