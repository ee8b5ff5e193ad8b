import { sql } from "kysely";
import { z } from "zod";

import { inBatches } from "#db/batches.ts";
import { contains } from "#db/contains.ts";
import type { Db } from "#db/open.ts";
import type { ArticleRow } from "#db/schema.ts";
import { latestFirst, type Slice } from "#server/paging.ts";
import type { Article, ArticleMark, NewsQuery } from "#shared/news/news.ts";

const alsoInColumn = z.array(z.object({ source: z.string().nullable(), url: z.string() }));

export type NewsFilter = Pick<NewsQuery, "search" | "toolId" | "show">;

/** Where a search looks. */
const SEARCHED = sql<string>`(article.title || char(10) || coalesce(article.content, '') || char(10) ||
  tool.name || char(10) || coalesce(tool.company, ''))`;

/**
 * The stories: of the articles that tell one, the first that was found. One that is found later and was published
 * earlier does not take its place, or what people marked would be gone.
 */
const stories = (db: Db, userId: string) =>
  db
    .selectFrom("news_articles as article")
    .innerJoin("ai_tools as tool", "tool.id", "article.toolId")
    .leftJoin("news_marks as mark", (join) =>
      join.onRef("mark.articleId", "=", "article.id").on("mark.userId", "=", userId),
    )
    .where(
      sql<boolean>`not exists (
        select 1 from news_articles as earlier
        where earlier.toolId = article.toolId and earlier.storyKey = article.storyKey
        and (earlier.createdAt, earlier.publishedAt, earlier.id) < (article.createdAt, article.publishedAt, article.id))`,
    );

function filtered(db: Db, userId: string, { search = "", toolId, show = "all" }: NewsFilter) {
  let query = stories(db, userId);
  if (search.trim() !== "") query = query.where(contains(SEARCHED, search.trim()));
  if (toolId !== undefined) query = query.where("article.toolId", "=", toolId);
  if (show === "starred") query = query.where("mark.isStarred", "=", 1);
  if (show === "unread") query = query.where(sql<boolean>`coalesce(mark.isRead, 0) = 0`);
  return query;
}

const SHOWN = [
  "article.id",
  "article.title",
  "article.content",
  "article.excerpt",
  "article.url",
  "article.imageUrl",
  "article.source",
  "article.publishedAt",
  "article.toolId",
  "article.toolName",
  "article.createdAt",
] as const;

const selected = (query: ReturnType<typeof stories>) =>
  query
    .select(SHOWN)
    .select(["tool.name as nameOfTool", "tool.company as company", "mark.isRead", "mark.isStarred"])
    .select(
      sql<string>`(
        select json_group_array(json_object('source', other.source, 'url', other.url) order by other.publishedAt, other.id)
        from news_articles as other
        where other.toolId = article.toolId and other.storyKey = article.storyKey and other.id <> article.id)`.as(
        "alsoIn",
      ),
    );

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selected>["execute"]>>[number];

const toArticle = ({ nameOfTool, company, alsoIn, isRead, isStarred, ...row }: SelectedRow): Article => ({
  ...row,
  tool: { name: nameOfTool, company },
  alsoIn: alsoInColumn.parse(JSON.parse(alsoIn)),
  isRead: isRead === 1,
  isStarred: isStarred === 1,
});

/** Stories that match, latest published first. */
export async function listArticles(
  db: Db,
  userId: string,
  filter: NewsFilter,
  slice: Slice,
): Promise<Article[]> {
  const rows = await latestFirst(
    selected(filtered(db, userId, filter)),
    ["article.publishedAt", "article.id"],
    slice,
  ).execute();
  return rows.map(toArticle);
}

export async function countArticles(db: Db, userId: string, filter: NewsFilter): Promise<number> {
  const { count } = await filtered(db, userId, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** When the stories that match were published, those of a span of time. */
export async function listStoryTimes(
  db: Db,
  userId: string,
  filter: NewsFilter,
  { from, to }: { from: Date; to: Date },
): Promise<Date[]> {
  const rows = await filtered(db, userId, filter)
    .select("article.publishedAt")
    .where("article.publishedAt", ">=", from.toISOString())
    .where("article.publishedAt", "<=", to.toISOString())
    .execute();
  return rows.map(({ publishedAt }) => new Date(publishedAt));
}

/** The story that an article tells, by the article's id. */
export async function findArticle(db: Db, userId: string, id: string): Promise<Article | undefined> {
  const row = await selected(stories(db, userId)).where("article.id", "=", id).executeTakeFirst();
  return row && toArticle(row);
}

/** Sets a person's marks of an article; absent ones stay. */
export const upsertArticleMark = (db: Db, userId: string, { id, isRead, isStarred }: ArticleMark) => {
  const flags = {
    ...(isRead !== undefined && { isRead: Number(isRead) }),
    ...(isStarred !== undefined && { isStarred: Number(isStarred) }),
  };
  return db
    .insertInto("news_marks")
    .values({ userId, articleId: id, isRead: 0, isStarred: 0, ...flags })
    .onConflict((conflict) => conflict.columns(["userId", "articleId"]).doUpdateSet({ userId, ...flags }))
    .execute();
};

export const markAllArticlesRead = (db: Db, userId: string) =>
  db
    .insertInto("news_marks")
    .columns(["userId", "articleId", "isRead", "isStarred"])
    .expression(({ selectFrom, val, lit }) =>
      selectFrom("news_articles")
        .select(({ ref }) => [
          val(userId).as("userId"),
          ref("news_articles.id").as("articleId"),
          lit(1).as("isRead"),
          lit(0).as("isStarred"),
        ])
        // Without a condition SQLite takes what follows for a part of a join.
        .where(lit(true)),
    )
    .onConflict((conflict) => conflict.columns(["userId", "articleId"]).doUpdateSet({ isRead: 1 }))
    .execute();

export interface KnownArticle {
  url: string;
  title: string;
  publishedAt: string;
  storyKey: string;
}

/** A tool's articles of a span of time, oldest first. */
export const listKnownArticles = (
  db: Db,
  toolId: string,
  { from, to }: { from: string; to: string },
): Promise<KnownArticle[]> =>
  db
    .selectFrom("news_articles")
    .select(["url", "title", "publishedAt", "storyKey"])
    .where("toolId", "=", toolId)
    .where("publishedAt", ">=", from)
    .where("publishedAt", "<=", to)
    .orderBy("publishedAt")
    .orderBy("id")
    .execute();

/** A tool's articles on some pages, whatever their anchors. */
export const listArticlesOfPages = async (
  db: Db,
  toolId: string,
  pages: readonly string[],
): Promise<Pick<KnownArticle, "url" | "title" | "publishedAt">[]> => {
  // The sign after # ends the range of addresses that begin with the page and an anchor.
  const { rows } = await sql<Pick<KnownArticle, "url" | "title" | "publishedAt">>`
    select article.url, article.title, article.publishedAt
    from json_each(${JSON.stringify(pages)}) as page
    join news_articles as article on article.toolId = ${toolId}
      and article.url >= page.value and article.url < page.value || '$'`.execute(db);
  return rows;
};

/** Stores those articles of a tool that are not there yet, and returns how many; none when the tool is gone. */
export async function insertNewArticles(
  db: Db,
  toolId: string,
  rows: readonly ArticleRow[],
): Promise<number> {
  const tool = await db.selectFrom("ai_tools").select("id").where("id", "=", toolId).executeTakeFirst();
  if (!tool) return 0;
  let added = 0;
  for (const batch of inBatches(rows)) {
    const inserted = await db
      .insertInto("news_articles")
      .values(batch)
      .onConflict((conflict) => conflict.columns(["toolId", "url"]).doNothing())
      .returning("id")
      .execute();
    added += inserted.length;
  }
  return added;
}
