import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { commentCount, inBatches } from "#db/rows.ts";
import type { NewsReaderRow } from "#db/schema.ts";
import { mergeSources, createQuerySource, type Source } from "#server/kernel/paging/timeline.ts";
import type { Article, NewsQuery } from "#shared/news/news.ts";

import { hasRead } from "./news-flags.queries.ts";

export type NewsFilter = Pick<NewsQuery, "search" | "toolId" | "show">;

const NEW_LINE = sql.lit("\n");

/** Text that a search covers, except for other tools. */
const SEARCHED_TEXT = sql<string>`(article.title || ${NEW_LINE} || coalesce(article.content, '') || ${NEW_LINE} ||
  tool.name || ${NEW_LINE} || coalesce(tool.company, ''))`;
const OTHER_TOOL_TEXT = sql<string>`(other.name || ${NEW_LINE} || coalesce(other.company, ''))`;

/** Returns a source of all clusters. */
export const clusterSource = (db: Db): Source =>
  createQuerySource(db.selectFrom("news_articles").select("place").where("leadPlace", "is", null));

/** Returns a source of the clusters of one tool, as the first or another tool. */
export const toolSource = (db: Db, toolId: string): Source =>
  mergeSources([
    createQuerySource(
      db
        .selectFrom("news_articles")
        .select("place")
        .where("toolId", "=", toolId)
        .where("leadPlace", "is", null),
    ),
    createQuerySource(linkedNews(db).select("place").where("toId", "=", toolId)),
  ]);

/** Selects links from clusters to their other tools. */
const linkedNews = (db: Db) => db.selectFrom("links").where("place", "is not", null);

/** Returns a source of the clusters that a user has starred. */
export const starredSource = (db: Db, userId: string): Source =>
  createQuerySource(
    db
      .selectFrom("news_marks")
      .select("place")
      .where("userId", "=", userId)
      .where("isStarred", "=", sql.lit(1)),
  );

/** Returns a source of the clusters with articles that may contain the text. */
export const textSource =
  (db: Db, text: string): Source =>
  (slice) =>
    engineOf(db).sortKeysInIndex(db, "story_trigrams", [text], slice);

/** Lists the sort keys of the clusters of some tools, unordered, with duplicates. */
export async function listSortKeysOfTools(db: Db, toolIds: readonly string[]): Promise<number[]> {
  const first = await db
    .selectFrom("news_articles")
    .select("place")
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .where("leadPlace", "is", null)
    .execute();
  const linked = await linkedNews(db)
    .select("place")
    .where("toId", "in", engineOf(db).valuesOf(toolIds))
    .execute();
  return [...first, ...linked].flatMap(({ place }) => place ?? []);
}

/** Lists the sort keys of clusters found after `seq`. */
export async function listSortKeysFoundAfter(db: Db, seq: number): Promise<number[]> {
  const rows = await db
    .selectFrom("news_articles")
    .select("place")
    .where("seq", ">", seq)
    .where("leadPlace", "is", null)
    .execute();
  return rows.map(({ place }) => place);
}

/** Returns which of these clusters match a filter, as this user sees them. */
export async function filterMatching(
  db: Db,
  reader: NewsReaderRow,
  { search, toolId, show }: NewsFilter,
  places: readonly number[],
): Promise<Set<number>> {
  let query = db
    .selectFrom("news_articles as article")
    .innerJoin("ai_tools as tool", "tool.id", "article.toolId")
    .leftJoin("news_marks as mark", (join) =>
      join.onRef("mark.place", "=", "article.place").on("mark.userId", "=", reader.userId),
    )
    .select("article.place")
    .where("article.place", "in", engineOf(db).valuesOf(places));
  if (toolId !== undefined)
    query = query.where((is) =>
      is.or([
        is("article.toolId", "=", toolId),
        is.exists(otherToolLinks(db).where("link.toId", "=", toolId)),
      ]),
    );
  if (show === "starred") query = query.where("mark.isStarred", "=", 1);
  if (show === "unread") query = query.where(({ not }) => not(hasRead(sql.val(reader.readThrough))));
  if (search !== undefined)
    query = query.where((is) =>
      is.or([
        engineOf(db).contains(SEARCHED_TEXT, search),
        is.exists(
          otherToolLinks(db)
            .innerJoin("ai_tools as other", "other.id", "link.toId")
            .where(engineOf(db).contains(OTHER_TOOL_TEXT, search)),
        ),
      ]),
    );
  return new Set((await query.execute()).map(({ place }) => place));
}

/** Selects links from the cluster `article` to its other tools. */
const otherToolLinks = (db: Db) =>
  db
    .selectFrom("links as link")
    .select("link.id")
    .where("link.fromKind", "=", sql.lit("article"))
    .whereRef("link.fromId", "=", sql.ref("article.id"))
    .where("link.toKind", "=", sql.lit("tool"))
    .where("link.place", "is not", null);

/** Lists the ids of tools whose name or company contains the text. */
export async function listToolIdsByName(db: Db, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom("ai_tools")
    .select("id")
    .where(engineOf(db).contains(sql`(name || ${NEW_LINE} || coalesce(company, ''))`, text))
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the clusters of some tools. A cluster counts once for each of these tools. */
export async function countNewsOfTools(db: Db, toolIds: readonly string[]): Promise<number> {
  const { count } = await linkedNews(db)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("toId", "in", engineOf(db).valuesOf(toolIds))
    .executeTakeFirstOrThrow();
  return count + (await countClustersOfTools(db, toolIds));
}

/** Counts the clusters whose first tool is one of these. */
export async function countClustersOfTools(db: Db, toolIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom("story_counts")
    .select(({ fn }) => fn.coalesce(fn.sum<number>("stories"), sql.lit(0)).as("count"))
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .executeTakeFirstOrThrow();
  return count;
}

export const countClusters = (db: Db): Promise<number> => countClustersOfTools(db, [""]);

/** Counts the clusters published in each quarter-hour of a time span, by start time. */
export async function countByQuarter(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<{ start: Date; stories: number }[]> {
  const rows = await db
    .selectFrom("story_quarters")
    .selectAll()
    .where("quarter", ">=", Math.floor(from.getTime() / QUARTER_MS))
    .where("quarter", "<=", Math.floor(to.getTime() / QUARTER_MS))
    .execute();
  return rows.map(({ quarter, stories }) => ({ start: new Date(quarter * QUARTER_MS), stories }));
}

const QUARTER_MS = 15 * 60_000;

const clusterRows = (db: Db, { userId }: NewsReaderRow) =>
  db
    .selectFrom("news_articles as article")
    .innerJoin("ai_tools as tool", "tool.id", "article.toolId")
    .leftJoin("news_marks as mark", (join) =>
      join.onRef("mark.place", "=", "article.place").on("mark.userId", "=", userId),
    )
    .select([
      "article.place",
      "article.id",
      "article.seq",
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
      "tool.name as nameOfTool",
      "tool.company",
      "mark.isRead",
      "mark.isStarred",
    ])
    .select(commentCount(db, "article", "article.id"))
    .where("article.leadPlace", "is", null);

type ClusterRow = Awaited<ReturnType<ReturnType<typeof clusterRows>["execute"]>>[number];

/** Other sources of each cluster, by its sort key. */
type OtherSources = Map<number, Article["alsoIn"]>;

async function findOtherSources(db: Db, places: readonly number[]): Promise<OtherSources> {
  const rows = await db
    .selectFrom("news_articles")
    .select(["leadPlace", "place", "source", "url"])
    .where("leadPlace", "in", engineOf(db).valuesOf(places))
    .execute();
  const byLead = Map.groupBy(
    rows.toSorted((a, b) => a.place - b.place),
    ({ leadPlace }) => leadPlace ?? 0,
  );
  return new Map(
    [...byLead].map(([lead, others]) => [lead, others.map(({ source, url }) => ({ source, url }))]),
  );
}

/** Tools linked to each cluster, by its sort key. Includes rejected and hidden links. */
type LinkedTools = Map<number, { id: string; name: string; isShown: boolean }[]>;

async function findLinkedTools(db: Db, places: readonly number[]): Promise<LinkedTools> {
  const rows = await db
    .selectFrom("news_articles as article")
    // The cross join makes the database look up the links of each article.
    .crossJoin("links as link")
    .innerJoin("ai_tools as tool", "tool.id", "link.toId")
    .select(["article.place", "tool.id", "tool.name", "link.state"])
    .where("link.fromKind", "=", sql.lit("article"))
    .whereRef("link.fromId", "=", "article.id")
    .where("link.toKind", "=", sql.lit("tool"))
    .where("article.place", "in", engineOf(db).valuesOf(places))
    .execute();
  const linked = rows.map(({ state, ...row }) => ({
    ...row,
    isShown: state === "found" || state === "confirmed",
  }));
  return Map.groupBy(linked, ({ place }) => place);
}

/** Returns the tools that an article mentions. Until its text is scanned, that is the tool that it was found for. */
function toTools({ place, toolId, nameOfTool }: ClusterRow, linkedTools: LinkedTools): Article["tools"] {
  const linked = linkedTools.get(place) ?? [];
  const isFirstToolShown = linked.find(({ id }) => id === toolId)?.isShown ?? true;
  const others = linked
    .filter(({ id, isShown }) => isShown && id !== toolId)
    .map(({ id, name }) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name, "en-US") || (one.id < other.id ? -1 : 1));
  return isFirstToolShown ? [{ id: toolId, name: nameOfTool }, ...others] : others;
}

/** Data of listed clusters that is read in separate queries. */
type ClusterExtras = readonly [alsoIn: OtherSources, linkedTools: LinkedTools];

const findClusterExtras = (db: Db, places: readonly number[]): Promise<ClusterExtras> =>
  Promise.all([findOtherSources(db, places), findLinkedTools(db, places)]);

const toArticle = (
  row: ClusterRow,
  [alsoIn, linkedTools]: ClusterExtras,
  { readThrough }: NewsReaderRow,
): Article => {
  const { place, seq, nameOfTool, company, isRead, isStarred, ...article } = row;
  return {
    ...article,
    tool: { name: nameOfTool, company },
    tools: toTools(row, linkedTools),
    alsoIn: alsoIn.get(place) ?? [],
    isRead: isRead === null ? seq <= readThrough : isRead === 1,
    isStarred: isStarred === 1,
  };
};

/** Lists the clusters at these sort keys, in the given order. Other requests can run between batches. */
export async function listClusters(
  db: Db,
  reader: NewsReaderRow,
  places: readonly number[],
): Promise<Article[]> {
  const articles: Article[] = [];
  for await (const batch of inBatches(places)) articles.push(...(await listBatch(db, reader, batch)));
  return articles;
}

async function listBatch(db: Db, reader: NewsReaderRow, places: readonly number[]): Promise<Article[]> {
  // In parallel, because each query is a round trip to a database server.
  const [rows, others] = await Promise.all([
    clusterRows(db, reader).where("article.place", "in", engineOf(db).valuesOf(places)).execute(),
    findClusterExtras(db, places),
  ]);
  const byPlace = new Map(rows.map((row) => [row.place, toArticle(row, others, reader)]));
  return places.flatMap((place) => byPlace.get(place) ?? []);
}

/** Finds a cluster by the id of its lead article. Returns it with its sort key. */
export async function findCluster(
  db: Db,
  reader: NewsReaderRow,
  id: string,
): Promise<{ place: number; article: Article } | undefined> {
  const row = await clusterRows(db, reader).where("article.id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  return { place: row.place, article: toArticle(row, await findClusterExtras(db, [row.place]), reader) };
}
