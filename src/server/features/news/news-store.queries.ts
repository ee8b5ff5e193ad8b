import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { firstPlaceOf } from "#db/place.ts";
import type { ArticleRow } from "#db/schema.ts";

export interface KnownArticle {
  toolId: string;
  url: string;
  title: string;
  publishedAt: string;
  /** The place of the article that stands for the story. */
  leadPlace: number;
}

interface SpanOfTool {
  toolId: string;
  from: string;
  to: string;
}

/** A tool that everybody writes about all day has more; older ones hardly come again as the same story. */
const MOST_KNOWN_OF_TOOL = 500;

/** The latest articles of some tools, each of a span of time; of each tool the oldest first. */
export async function listKnownArticles(db: Db, spans: readonly SpanOfTool[]): Promise<KnownArticle[]> {
  const asked = spans.map(({ toolId, from, to }) => [toolId, firstPlaceOf(from), firstPlaceOf(to)]);
  const { rows } = await sql<KnownArticle & { place: number }>`
    select article.toolId, article.url, article.title, article.publishedAt, article.place,
      coalesce(article.leadPlace, article.place) as leadPlace
    from json_each(${JSON.stringify(asked)}) as span
    cross join news_articles as article on article.place in (
      select near.place from news_articles as near
      where near.toolId = span.value ->> 0 and near.place >= span.value ->> 1 and near.place < span.value ->> 2
      order by near.place desc limit ${MOST_KNOWN_OF_TOOL})`.execute(db);
  return rows.toSorted((a, b) => a.place - b.place);
}

interface AddressOfTool {
  toolId: string;
  url: string;
}

type Addressed = Omit<KnownArticle, "leadPlace">;

/** The articles of some tools on some pages, whatever their anchors. */
export const listArticlesOfPages = async (db: Db, pages: readonly AddressOfTool[]): Promise<Addressed[]> => {
  // The sign after # ends the range of addresses that begin with the page and an anchor.
  const { rows } = await sql<Addressed>`
    select article.toolId, article.url, article.title, article.publishedAt
    from json_each(${JSON.stringify(pages)}) as page
    cross join news_articles as article on article.toolId = page.value ->> 'toolId'
      and article.url >= page.value ->> 'url' and article.url < (page.value ->> 'url') || '$'`.execute(db);
  return rows;
};

/** The articles of some tools at some addresses. */
export const listArticlesAt = async (db: Db, addresses: readonly AddressOfTool[]): Promise<Addressed[]> => {
  const { rows } = await sql<Addressed>`
    select article.toolId, article.url, article.title, article.publishedAt
    from json_each(${JSON.stringify(addresses)}) as address
    cross join news_articles as article on article.toolId = address.value ->> 'toolId'
      and article.url = address.value ->> 'url'`.execute(db);
  return rows;
};

/** The ids of those tools that were not deleted meanwhile. */
export async function listToolsThere(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const there = await db.selectFrom("ai_tools").select("id").where("id", "in", ids).execute();
  return new Set(there.map(({ id }) => id));
}

/** Stores articles. */
export const insertArticles = (db: Db, rows: readonly ArticleRow[]) =>
  db.insertInto("news_articles").values(rows).execute();
