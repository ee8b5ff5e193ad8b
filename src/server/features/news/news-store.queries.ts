import { sql } from "kysely";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { ArticleRow } from "#db/schema.ts";
import { firstSortKeyOf } from "#db/sort-key.ts";

export interface KnownArticle {
  toolId: string;
  url: string;
  title: string;
  publishedAt: string;
  /** Sort key of the lead of the cluster. */
  leadPlace: number;
}

interface SpanOfTool {
  toolId: string;
  from: string;
  to: string;
}

/** Popular tools have more, but older articles hardly ever match a new one. */
const MOST_KNOWN_OF_TOOL = 500;

/** Lists the latest articles of each tool within its time span, oldest first per tool. */
export async function listKnownArticles(db: Db, spans: readonly SpanOfTool[]): Promise<KnownArticle[]> {
  const known: KnownArticle[] = [];
  for await (const batch of inBatches(spans)) {
    for (const span of batch) known.push(...(await listKnownOfTool(db, span)));
  }
  return known;
}

async function listKnownOfTool(db: Db, { toolId, from, to }: SpanOfTool): Promise<KnownArticle[]> {
  const latest = await db
    .selectFrom("news_articles")
    .select(["toolId", "url", "title", "publishedAt"])
    .select(({ fn }) => fn.coalesce("leadPlace", "place").as("leadPlace"))
    .where("toolId", "=", toolId)
    .where("place", ">=", firstSortKeyOf(from))
    .where("place", "<", firstSortKeyOf(to))
    .orderBy("place", "desc")
    .limit(MOST_KNOWN_OF_TOOL)
    .execute();
  return latest.toReversed();
}

interface AddressOfTool {
  toolId: string;
  url: string;
}

type Addressed = Omit<KnownArticle, "leadPlace">;

/** Lists the articles of some tools on some pages, ignoring anchors. */
export const listArticlesOfPages = (db: Db, pages: readonly AddressOfTool[]): Promise<Addressed[]> =>
  // The character after # ends the range of addresses on this page.
  articlesOf(db, pages)
    .whereRef("article.url", ">=", "given.url")
    .where("article.url", "<", sql<string>`given.url || '$'`)
    .execute();

/** Lists the articles of some tools at some addresses. */
export const listArticlesAt = (db: Db, addresses: readonly AddressOfTool[]): Promise<Addressed[]> =>
  articlesOf(db, addresses).whereRef("article.url", "=", "given.url").execute();

/** Lists articles of the given tools. The cross join looks up each given row, whatever the database estimates. */
const articlesOf = (db: Db, given: readonly AddressOfTool[]) =>
  db
    .selectFrom(engineOf(db).rowsOf(given, { toolId: "text", url: "text" }).as("given"))
    .crossJoin("news_articles as article")
    .select(["article.toolId", "article.url", "article.title", "article.publishedAt"])
    .whereRef("article.toolId", "=", "given.toolId");

/** Returns the ids of those tools that still exist. */
export async function listToolsThere(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const there = await db.selectFrom("ai_tools").select("id").where("id", "in", ids).execute();
  return new Set(there.map(({ id }) => id));
}

/** Locks the articles against other writers until the transaction ends. Must come first in it. */
export const haveOtherNewsWait = (db: Db): Promise<void> => engineOf(db).lockTable(db, "news_articles");

export const insertArticles = (db: Db, rows: readonly ArticleRow[]) =>
  db.insertInto("news_articles").values(rows).execute();
