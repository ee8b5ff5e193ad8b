import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { inBatches } from "#db/rows.ts";
import type { ArticleRow } from "#db/schema.ts";
import { firstSortKeyOf } from "#db/sort-key.ts";

/** Stored article, for one of the tools of its cluster. */
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

const COLUMNS = ["article.toolId", "article.url", "article.title", "article.publishedAt"] as const;
const LEAD_PLACE = sql<number>`coalesce(${sql.ref("article.leadPlace")}, article.place)`;

/** Lists the latest articles of each tool within its time span, oldest first per tool. */
export async function listKnownArticles(db: Db, spans: readonly SpanOfTool[]): Promise<KnownArticle[]> {
  const known: KnownArticle[] = [];
  for await (const batch of inBatches(spans)) {
    for (const span of batch) known.push(...(await listKnownOfTool(db, span)));
  }
  return known;
}

async function listKnownOfTool(db: Db, { toolId, from, to }: SpanOfTool): Promise<KnownArticle[]> {
  const first = await db
    .selectFrom("news_articles as article")
    .select(COLUMNS)
    .select(LEAD_PLACE.as("leadPlace"))
    .where("article.toolId", "=", toolId)
    .where("article.place", ">=", firstSortKeyOf(from))
    .where("article.place", "<", firstSortKeyOf(to))
    .orderBy("article.place", "desc")
    .limit(MOST_KNOWN_OF_TOOL)
    .execute();
  const linked = await db
    .selectFrom("links")
    .select("place")
    .where("toId", "=", toolId)
    .where("place", ">=", firstSortKeyOf(from))
    .where("place", "<", firstSortKeyOf(to))
    .orderBy("place", "desc")
    .limit(MOST_KNOWN_OF_TOOL)
    .execute();
  if (linked.length === 0) return first.toReversed();
  const leads = engineOf(db).valuesOf(linked.flatMap(({ place }) => place ?? []));
  const further = await db
    .selectFrom("news_articles as article")
    .select(COLUMNS)
    .select(LEAD_PLACE.as("leadPlace"))
    .where((is) => is.or([is("article.place", "in", leads), is("article.leadPlace", "in", leads)]))
    .execute();
  return [...first, ...further.map((article) => ({ ...article, toolId }))].toSorted((one, other) =>
    one.publishedAt < other.publishedAt ? -1 : 1,
  );
}

/** Lists the articles on some pages, ignoring anchors, for each of their tools. */
export const listArticlesOfPages = async (db: Db, pages: readonly string[]): Promise<KnownArticle[]> =>
  forEachTool(
    db,
    // The character after # ends the range of addresses on this page.
    await atGiven(db, pages)
      .whereRef("article.url", ">=", "given.url")
      .where("article.url", "<", sql<string>`given.url || '$'`)
      .execute(),
  );

/** Lists the articles at some addresses, for each of their tools. */
export const listArticlesAt = async (db: Db, urls: readonly string[]): Promise<KnownArticle[]> =>
  forEachTool(db, await atGiven(db, urls).whereRef("article.url", "=", "given.url").execute());

/** Lists articles at given addresses. The cross join looks up each given row, whatever the database estimates. */
const atGiven = (db: Db, urls: readonly string[]) => {
  const given = engineOf(db).rowsOf(
    urls.map((url) => ({ url })),
    { url: "text" },
  );
  return db
    .selectFrom(given.as("given"))
    .crossJoin("news_articles as article")
    .select(COLUMNS)
    .select(LEAD_PLACE.as("leadPlace"));
};

/** Adds the articles for the further tools of their clusters. */
async function forEachTool(db: Db, known: readonly KnownArticle[]): Promise<KnownArticle[]> {
  if (known.length === 0) return [];
  const links = await db
    .selectFrom("news_articles as lead")
    // Looks up the links of each article, whatever the database estimates.
    .crossJoin("links as link")
    .select(["lead.place as leadPlace", "link.toId"])
    .where("link.fromKind", "=", sql.lit("article"))
    .whereRef("link.fromId", "=", "lead.id")
    .where("lead.place", "in", engineOf(db).valuesOf([...new Set(known.map(({ leadPlace }) => leadPlace))]))
    .where("link.place", "is not", null)
    .execute();
  const tools = Map.groupBy(links, ({ leadPlace }) => leadPlace);
  return known.flatMap((article) => [
    article,
    ...(tools.get(article.leadPlace) ?? []).map(({ toId }) => ({ ...article, toolId: toId })),
  ]);
}

/** Returns the ids of those tools that still exist. */
export async function listToolsThere(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const there = await db
    .selectFrom("ai_tools")
    .select("id")
    .where("id", "in", engineOf(db).valuesOf(ids))
    .execute();
  return new Set(there.map(({ id }) => id));
}

/** Locks the articles against other writers until the transaction ends. Must come first in it. */
export const lockNews = (db: Db): Promise<void> => engineOf(db).lockTable(db, "news_articles");

export const insertArticles = (db: Db, rows: readonly ArticleRow[]) =>
  db.insertInto("news_articles").values(rows).execute();
