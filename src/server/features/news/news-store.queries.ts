/**
 * Storage of the news. The row of each article contains the first tool of its cluster. Links from the cluster's first
 * article to the other tools contain the sort key of that article.
 */
import { randomUUID } from "node:crypto";

import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { inBatches } from "#db/rows.ts";
import type { ArticleRow } from "#db/schema.ts";
import { firstSortKeyOf } from "#db/sort-key.ts";

/** Stored article with one of the tools of its cluster. */
interface KnownArticle {
  toolId: string;
  url: string;
  title: string;
  publishedAt: string;
  /** Sort key of the cluster's first article. */
  leadPlace: number;
}

interface ToolSpan {
  toolId: string;
  from: string;
  to: string;
}

/** Popular tools have more articles, but older ones hardly ever match a new one. */
const MAX_KNOWN_PER_TOOL = 500;

const ARTICLE_COLUMNS = ["article.toolId", "article.url", "article.title", "article.publishedAt"] as const;
const LEAD_PLACE = sql<number>`coalesce(${sql.ref("article.leadPlace")}, article.place)`;

/** Lists the latest articles of each tool within its time span, by tool, oldest first. */
export async function listKnownArticles(db: Db, spans: readonly ToolSpan[]): Promise<KnownArticle[]> {
  const known: KnownArticle[] = [];
  for await (const batch of inBatches(spans)) {
    for (const span of batch) known.push(...(await listKnownOfTool(db, span)));
  }
  return known;
}

async function listKnownOfTool(db: Db, { toolId, from, to }: ToolSpan): Promise<KnownArticle[]> {
  const first = await db
    .selectFrom("news_articles as article")
    .select(ARTICLE_COLUMNS)
    .select(LEAD_PLACE.as("leadPlace"))
    .where("article.toolId", "=", toolId)
    .where("article.place", ">=", firstSortKeyOf(from))
    .where("article.place", "<", firstSortKeyOf(to))
    .orderBy("article.place", "desc")
    .limit(MAX_KNOWN_PER_TOOL)
    .execute();
  const linked = await db
    .selectFrom("links")
    .select("place")
    .where("toId", "=", toolId)
    .where("place", ">=", firstSortKeyOf(from))
    .where("place", "<", firstSortKeyOf(to))
    .orderBy("place", "desc")
    .limit(MAX_KNOWN_PER_TOOL)
    .execute();
  if (linked.length === 0) return first.toReversed();
  const leads = engineOf(db).valuesOf(linked.flatMap(({ place }) => place ?? []));
  const further = await db
    .selectFrom("news_articles as article")
    .select(ARTICLE_COLUMNS)
    .select(LEAD_PLACE.as("leadPlace"))
    .where((is) => is.or([is("article.place", "in", leads), is("article.leadPlace", "in", leads)]))
    .execute();
  return [...first, ...further.map((article) => ({ ...article, toolId }))].toSorted((one, other) =>
    one.publishedAt < other.publishedAt ? -1 : 1,
  );
}

/** Lists the articles at these URLs with any anchor, once for each of their tools. */
export const listArticlesOnPages = async (db: Db, pages: readonly string[]): Promise<KnownArticle[]> =>
  repeatForEachTool(
    db,
    // `$` is the character after `#`, so it ends the range of URLs that differ in the anchor.
    await articlesJoinedWithUrls(db, pages)
      .whereRef("article.url", ">=", "given.url")
      .where("article.url", "<", sql<string>`given.url || '$'`)
      .execute(),
  );

/** Lists the articles at these URLs, once for each of their tools. */
export const listArticlesAt = async (db: Db, urls: readonly string[]): Promise<KnownArticle[]> =>
  repeatForEachTool(
    db,
    await articlesJoinedWithUrls(db, urls).whereRef("article.url", "=", "given.url").execute(),
  );

/** Selects articles, joined with these URLs. The cross join makes the database look up each URL. */
const articlesJoinedWithUrls = (db: Db, urls: readonly string[]) => {
  const urlRows = engineOf(db).rowsOf(
    urls.map((url) => ({ url })),
    { url: "text" },
  );
  return db
    .selectFrom(urlRows.as("given"))
    .crossJoin("news_articles as article")
    .select(ARTICLE_COLUMNS)
    .select(LEAD_PLACE.as("leadPlace"));
};

/** Repeats each article for the other tools of its cluster. */
async function repeatForEachTool(db: Db, known: readonly KnownArticle[]): Promise<KnownArticle[]> {
  if (known.length === 0) return [];
  const links = await db
    .selectFrom("news_articles as lead")
    // The cross join makes the database look up the links of each article.
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

/** Returns which of these tools exist. */
export async function listExistingToolIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const existing = await db
    .selectFrom("ai_tools")
    .select("id")
    .where("id", "in", engineOf(db).valuesOf(ids))
    .execute();
  return new Set(existing.map(({ id }) => id));
}

/** Locks the articles against other writers until the transaction ends. Must come first in the transaction. */
export const lockNews = (db: Db): Promise<void> => engineOf(db).lockTable(db, "news_articles");

export const insertArticles = (db: Db, rows: readonly ArticleRow[]) =>
  db.insertInto("news_articles").values(rows).execute();

/** A tool in the row of an article. */
export interface NewsTool {
  id: string;
  name: string;
}

/** First article of a cluster. */
export type LeadArticle = Pick<ArticleRow, "id" | "place" | "title" | "publishedAt" | "toolId" | "toolName">;

/** Lists the other tools of these articles, besides the first, by name. */
export async function listFurtherTools(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { toolId: string; name: string }[]>> {
  const rows = await db
    .selectFrom("links as link")
    .innerJoin("ai_tools as tool", "tool.id", "link.toId")
    .select(["link.fromId", "tool.id as toolId", "tool.name"])
    .where("link.fromKind", "=", sql.lit("article"))
    .where("link.fromId", "in", engineOf(db).valuesOf(ids))
    .where("link.toKind", "=", sql.lit("tool"))
    .where("link.place", "is not", null)
    .execute();
  const sorted = rows.toSorted(
    (one, other) => one.name.localeCompare(other.name, "en-US") || (one.toolId < other.toolId ? -1 : 1),
  );
  return Map.groupBy(sorted, ({ fromId }) => fromId);
}

/** Lists the articles at these sort keys. */
export const listLeads = (db: Db, places: readonly number[]): Promise<LeadArticle[]> =>
  db
    .selectFrom("news_articles")
    .select(["id", "place", "title", "publishedAt", "toolId", "toolName"])
    .where("place", "in", engineOf(db).valuesOf(places))
    .execute();

/** Adds tools to clusters, and queues the clusters for the search index and for scanning. */
export async function addTools(
  db: Db,
  additions: readonly { lead: LeadArticle; tool: NewsTool }[],
): Promise<void> {
  for await (const batch of inBatches(additions)) {
    await db
      .insertInto("links")
      .values(
        batch.map(({ lead, tool }) => ({
          id: randomUUID(),
          fromKind: "article" as const,
          fromId: lead.id,
          toKind: "tool" as const,
          toId: tool.id,
          // Looks like a link that a scan of the article has found.
          how: "address" as const,
          spelled: tool.name,
          excerpt: lead.title,
          field: "subject" as const,
          commentId: null,
          state: "found" as const,
          decidedBy: null,
          decidedAt: null,
          at: lead.publishedAt,
          place: lead.place,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["fromKind", "fromId", "toKind", "toId"])
          .doUpdateSet(({ ref }) => ({ place: ref("excluded.place") })),
      )
      .execute();
    await db
      .insertInto("search_queue")
      .values([...new Set(batch.map(({ lead }) => lead.id))].map((itemId) => ({ kind: "article", itemId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Makes a tool the first of a cluster. The former first tool becomes another of its tools, unless `isRemoved`. */
export async function changeFirstTool(
  db: Db,
  lead: LeadArticle,
  tool: NewsTool,
  { isRemoved }: { isRemoved: boolean },
): Promise<void> {
  if (lead.toolId === tool.id) return;
  await db
    .updateTable("news_articles")
    .set({ toolId: tool.id, toolName: tool.name })
    .where(({ or, eb }) => or([eb("place", "=", lead.place), eb("leadPlace", "=", lead.place)]))
    .execute();
  await db
    .updateTable("links")
    .set({ place: null })
    .where("fromKind", "=", "article")
    .where("fromId", "=", lead.id)
    .where("toKind", "=", "tool")
    .where("toId", "=", tool.id)
    .execute();
  // Triggers count only new and deleted articles.
  await db
    .insertInto("story_counts")
    .values({ toolId: tool.id, stories: 1 })
    .onConflict((conflict) =>
      conflict.column("toolId").doUpdateSet((is) => ({ stories: is("story_counts.stories", "+", 1) })),
    )
    .execute();
  await db
    .updateTable("story_counts")
    .set((is) => ({ stories: is("stories", "-", 1) }))
    .where("toolId", "=", lead.toolId)
    .execute();
  await db.deleteFrom("story_counts").where("toolId", "=", lead.toolId).where("stories", "=", 0).execute();
  if (!isRemoved) await addTools(db, [{ lead, tool: { id: lead.toolId, name: lead.toolName } }]);
}
