import { sql } from "kysely";

import type { Db } from "#db/open.ts";
import { firstPlaceOf } from "#db/place.ts";
import type { ArticleRow } from "#db/schema.ts";

export interface KnownArticle {
  url: string;
  title: string;
  publishedAt: string;
  /** The place of the article that stands for the story. */
  leadPlace: number;
}

/** A tool's articles of a span of time, oldest first. */
export async function listKnownArticles(
  db: Db,
  toolId: string,
  { from, to }: { from: string; to: string },
): Promise<KnownArticle[]> {
  const rows = await db
    .selectFrom("news_articles")
    .select(["url", "title", "publishedAt", "place", "leadPlace"])
    .where("toolId", "=", toolId)
    .where("place", ">=", firstPlaceOf(from))
    .where("place", "<", firstPlaceOf(to))
    .orderBy("place")
    .execute();
  return rows.map(({ place, leadPlace, ...row }) => ({ ...row, leadPlace: leadPlace ?? place }));
}

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

/** A tool's articles at some addresses. */
export const listArticlesAt = async (
  db: Db,
  toolId: string,
  urls: readonly string[],
): Promise<Pick<KnownArticle, "url" | "title" | "publishedAt">[]> => {
  const { rows } = await sql<Pick<KnownArticle, "url" | "title" | "publishedAt">>`
    select article.url, article.title, article.publishedAt
    from json_each(${JSON.stringify(urls)}) as address
    join news_articles as article on article.toolId = ${toolId} and article.url = address.value`.execute(db);
  return rows;
};

/** False for a tool that was deleted meanwhile. */
export const isToolThere = async (db: Db, toolId: string): Promise<boolean> =>
  (await db.selectFrom("ai_tools").select("id").where("id", "=", toolId).executeTakeFirst()) !== undefined;

/** Stores articles. */
export const insertArticles = (db: Db, rows: readonly ArticleRow[]) =>
  db.insertInto("news_articles").values(rows).execute();
