import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { ArticleRow } from "#db/schema.ts";

import type { LeadArticle, NewsTool } from "./news-store.queries.ts";

/** A user's flags of an article, with the article's id. Unlike its sort key, the id never changes. */
export interface FlagsOfArticle {
  articleId: string;
  userId: string;
  isRead: number | null;
  isStarred: number;
}

/** Number of articles counted by one query, in about 5 ms. */
const COUNT_BATCH_SIZE = 1000;

/**
 * Returns the number of articles that are deleted with a tool, because their clusters have no other tool. Counts in
 * batches, so that other work can run in between.
 */
export async function countArticlesOfTool(db: Db, toolId: string): Promise<number> {
  const hasFurtherTool = otherToolLinks(db)
    .select("link.id")
    .where(
      sql<boolean>`${sql.ref("link.fromId")} in (article.id,
        (select lead.id from news_articles as lead where lead.place = ${sql.ref("article.leadPlace")}))`,
    );
  let count = 0;
  let after: number | null = Number.MIN_SAFE_INTEGER;
  while (after !== null) {
    const batch: { place: number; isShared: number }[] = await db
      .selectFrom("news_articles as article")
      .select(({ exists, case: choose }) => [
        "article.place",
        choose().when(exists(hasFurtherTool)).then(1).else(0).end().as("isShared"),
      ])
      .where("article.toolId", "=", toolId)
      .where("article.place", ">", after)
      .orderBy("article.place")
      .limit(COUNT_BATCH_SIZE)
      .execute();
    count += batch.filter(({ isShared }) => isShared === 0).length;
    after = batch.length < COUNT_BATCH_SIZE ? null : (batch.at(-1)?.place ?? null);
  }
  return count;
}

/** Selects links from articles to their other tools, except those that a user rejected. */
const otherToolLinks = (db: Db) =>
  db
    .selectFrom("links as link")
    .innerJoin("ai_tools as tool", "tool.id", "link.toId")
    .where("link.fromKind", "=", sql.lit("article"))
    .where("link.toKind", "=", sql.lit("tool"))
    .where("link.place", "is not", null)
    .where("link.state", "<>", sql.lit("rejected"));

/** Lists the clusters at these sort keys that have other tools, each with the first of them by name. */
export async function listClustersToHandOver(
  db: Db,
  places: readonly number[],
): Promise<{ lead: ArticleRow; next: NewsTool }[]> {
  const leads = await db
    .selectFrom("news_articles")
    .selectAll()
    .where("place", "in", engineOf(db).valuesOf(places))
    .execute();
  const rows = await otherToolLinks(db)
    .select(["link.fromId", "tool.id", "tool.name"])
    .where("link.fromId", "in", engineOf(db).valuesOf(leads.map(({ id }) => id)))
    .execute();
  const tools = rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return leads.flatMap((lead) => {
    const next = tools.find(({ fromId }) => fromId === lead.id);
    return next ? { lead, next } : [];
  });
}

export const listFollowers = (db: Db, places: readonly number[]): Promise<ArticleRow[]> =>
  db
    .selectFrom("news_articles")
    .selectAll()
    .where("leadPlace", "in", engineOf(db).valuesOf(places))
    .execute();

/** Lists some articles of a tool, followers of clusters before leads. */
export async function listNextArticles(db: Db, toolId: string, limit: number): Promise<ArticleRow[]> {
  const next = db
    .selectFrom("news_articles")
    .selectAll()
    .where("toolId", "=", toolId)
    .orderBy("place", "desc")
    .limit(limit);
  const followers = await next.where("leadPlace", "is not", null).execute();
  return followers.length > 0 ? followers : next.execute();
}

export const listFlagsOfArticles = (db: Db, places: readonly number[]) =>
  db.selectFrom("news_marks").selectAll().where("place", "in", engineOf(db).valuesOf(places)).execute();

export const deleteArticles = (db: Db, places: readonly number[]) =>
  db.deleteFrom("news_articles").where("place", "in", engineOf(db).valuesOf(places)).execute();

/** Lists the stored articles with these URLs, each with the lead of its cluster. */
export const listStoredAt = (
  db: Db,
  urls: readonly string[],
): Promise<{ url: string; storedId: string; lead: LeadArticle }[]> =>
  db
    .selectFrom("news_articles as article")
    .innerJoin("news_articles as lead", (join) =>
      join.on(sql`coalesce(${sql.ref("article.leadPlace")}, article.place)`, "=", sql.ref("lead.place")),
    )
    .select(["article.url", "article.id as storedId"])
    .select(["lead.id", "lead.place", "lead.title", "lead.publishedAt", "lead.toolId", "lead.toolName"])
    .where("article.url", "in", engineOf(db).valuesOf(urls))
    .execute()
    .then((rows) => rows.map(({ url, storedId, ...lead }) => ({ url, storedId, lead })));

/** Assigns the followers of a tool to another lead. */
export const moveFollowers = (db: Db, toolId: string, from: number, to: number) =>
  db
    .updateTable("news_articles")
    .set({ leadPlace: to })
    .where("leadPlace", "=", from)
    .where("toolId", "=", toolId)
    .execute();

/** Returns which of these sort keys articles already use. */
export async function listTakenSortKeys(db: Db, places: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom("news_articles").select("place").where("place", "in", places).execute();
  return new Set(rows.map(({ place }) => place));
}

/**
 * Stores users' flags of existing articles. Adds missing stars to existing flags. Returns the sort keys of the new
 * flags.
 */
export async function insertFlagsOfArticles(
  db: Db,
  flags: readonly FlagsOfArticle[],
): Promise<{ place: number; userId: string }[]> {
  const ids = [...new Set(flags.map(({ articleId }) => articleId))];
  const articles = await db
    .selectFrom("news_articles")
    .select(["id", "place"])
    .where("id", "in", engineOf(db).valuesOf(ids))
    .execute();
  const places = new Map(articles.map(({ id, place }) => [id, place]));
  const rows = flags.flatMap(({ articleId, ...flag }) => {
    const place = places.get(articleId);
    return place === undefined ? [] : { ...flag, place };
  });
  const keyOf = (flag: { place: number; userId: string }) => `${flag.place} ${flag.userId}`;
  const existingKeys = new Set((await listFlagsOfArticles(db, [...places.values()])).map(keyOf));
  for (const { place, userId } of rows.filter((row) => row.isStarred === 1 && existingKeys.has(keyOf(row))))
    await db
      .updateTable("news_marks")
      .set({ isStarred: 1 })
      .where("userId", "=", userId)
      .where("place", "=", place)
      .execute();
  const newFlags = [...new Map(rows.map((row) => [keyOf(row), row])).values()].filter(
    (row) => !existingKeys.has(keyOf(row)),
  );
  if (newFlags.length > 0) await db.insertInto("news_marks").values(newFlags).execute();
  return newFlags.map(({ place, userId }) => ({ place, userId }));
}

/** Adds the clusters at these sort keys to the counts of the users who have read everything up to them. */
export async function countClustersAsRead(db: Db, places: readonly number[]): Promise<void> {
  await db
    .updateTable("news_readers")
    .set(({ eb, fn, selectFrom, ref }) => ({
      readStories: eb(
        "readStories",
        "+",
        selectFrom("news_articles")
          .select(fn.countAll<number>().as("count"))
          .where("place", "in", engineOf(db).valuesOf(places))
          .where("leadPlace", "is", null)
          .where("seq", "<=", ref("news_readers.readThrough")),
      ),
    }))
    .where("readThrough", ">", 0)
    .execute();
}

/** Updates users' read counts by their new flags. */
export async function countFlagsAsRead(
  db: Db,
  flags: readonly { place: number; userId: string }[],
): Promise<void> {
  const rows = await db
    .selectFrom("news_marks as mark")
    .innerJoin("news_articles as article", "article.place", "mark.place")
    .leftJoin("news_readers as reader", "reader.userId", "mark.userId")
    .select(["mark.place", "mark.userId", "mark.isRead", "article.seq", "reader.readThrough"])
    .where("mark.place", "in", engineOf(db).valuesOf([...new Set(flags.map(({ place }) => place))]))
    .where("article.leadPlace", "is", null)
    .execute();
  const newKeys = new Set(flags.map(({ place, userId }) => `${place} ${userId}`));
  const changes = new Map<string, number>();
  for (const { place, userId, isRead, seq, readThrough } of rows) {
    if (isRead === null || !newKeys.has(`${place} ${userId}`)) continue;
    const change = isRead - Number(seq <= (readThrough ?? 0));
    changes.set(userId, (changes.get(userId) ?? 0) + change);
  }
  for (const [userId, change] of changes)
    if (change !== 0)
      await db
        .updateTable("news_readers")
        .set(({ eb }) => ({ readStories: eb("readStories", "+", change) }))
        .where("userId", "=", userId)
        .execute();
}
