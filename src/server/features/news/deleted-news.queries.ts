import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { ArticleRow } from "#db/schema.ts";

/** A user's flags of an article, by article id, which is stable while its sort key is not. */
export interface FlagsOfArticle {
  articleId: string;
  userId: string;
  isRead: number | null;
  isStarred: number;
}

export async function countArticlesOfTool(db: Db, toolId: string): Promise<number> {
  const { count } = await db
    .selectFrom("news_articles")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("toolId", "=", toolId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists some articles of a tool, followers of a cluster first. */
export async function listNextArticles(db: Db, toolId: string, limit: number): Promise<ArticleRow[]> {
  const next = db
    .selectFrom("news_articles")
    .selectAll()
    .where("toolId", "=", toolId)
    .orderBy("place", "desc")
    .limit(limit);
  const again = await next.where("leadPlace", "is not", null).execute();
  return again.length > 0 ? again : next.execute();
}

export const listFlagsOfArticles = (db: Db, places: readonly number[]) =>
  db.selectFrom("news_marks").selectAll().where("place", "in", engineOf(db).valuesOf(places)).execute();

export const deleteArticles = (db: Db, places: readonly number[]) =>
  db.deleteFrom("news_articles").where("place", "in", engineOf(db).valuesOf(places)).execute();

/** Deletes articles of a tool at these addresses. */
export const deleteArticlesOfUrls = (db: Db, toolId: string, urls: readonly string[]) =>
  db
    .deleteFrom("news_articles")
    .where("toolId", "=", toolId)
    .where("url", "in", engineOf(db).valuesOf(urls))
    .execute();

/** Changes the lead to which a tool's followers refer. */
export const moveFollowers = (db: Db, toolId: string, from: number, to: number) =>
  db
    .updateTable("news_articles")
    .set({ leadPlace: to })
    .where("leadPlace", "=", from)
    .where("toolId", "=", toolId)
    .execute();

/** Returns the sort keys that are in use by articles. */
export async function listTakenSortKeys(db: Db, places: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom("news_articles").select("place").where("place", "in", places).execute();
  return new Set(rows.map(({ place }) => place));
}

/** Stores flags of existing articles. Returns the sort keys of those articles. */
export async function insertFlagsOfArticles(
  db: Db,
  marks: readonly FlagsOfArticle[],
): Promise<{ place: number; userId: string }[]> {
  const ids = [...new Set(marks.map(({ articleId }) => articleId))];
  const articles = await db
    .selectFrom("news_articles")
    .select(["id", "place"])
    .where("id", "in", engineOf(db).valuesOf(ids))
    .execute();
  const places = new Map(articles.map(({ id, place }) => [id, place]));
  const rows = marks.flatMap(({ articleId, ...mark }) => {
    const place = places.get(articleId);
    return place === undefined ? [] : { ...mark, place };
  });
  if (rows.length > 0) await db.insertInto("news_marks").values(rows).execute();
  return rows.map(({ place, userId }) => ({ place, userId }));
}

/** Adds the unflagged clusters at these sort keys to the counts of users who have read them. */
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

/** Updates users' read counts for these new flags. */
export async function countFlagsAsRead(
  db: Db,
  marks: readonly { place: number; userId: string }[],
): Promise<void> {
  const rows = await db
    .selectFrom("news_marks as mark")
    .innerJoin("news_articles as article", "article.place", "mark.place")
    .leftJoin("news_readers as reader", "reader.userId", "mark.userId")
    .select(["mark.place", "mark.userId", "mark.isRead", "article.seq", "reader.readThrough"])
    .where("mark.place", "in", engineOf(db).valuesOf([...new Set(marks.map(({ place }) => place))]))
    .where("article.leadPlace", "is", null)
    .execute();
  const isNew = new Set(marks.map(({ place, userId }) => `${place} ${userId}`));
  const changes = new Map<string, number>();
  for (const { place, userId, isRead, seq, readThrough } of rows) {
    if (isRead === null || !isNew.has(`${place} ${userId}`)) continue;
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
