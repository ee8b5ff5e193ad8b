import { type RawBuilder, sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { countRows } from "#db/rows.ts";
import type { NewsReaderRow } from "#db/schema.ts";
import type { ArticleFlags } from "#shared/news/news.ts";

/** Returns how far a user has read the news. */
export async function findReader(db: Db, userId: string): Promise<NewsReaderRow> {
  const row = await db.selectFrom("news_readers").selectAll().where("userId", "=", userId).executeTakeFirst();
  return row ?? { userId, readThrough: 0, readStories: 0 };
}

/** Returns the highest `seq` assigned so far, including deleted articles, or 0. */
export async function findLastSeq(db: Db): Promise<number> {
  const { stored, deleted, read } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("news_articles")
        .select(({ fn }) => fn.max<number | null>("seq").as("seq"))
        .as("stored"),
      selectFrom("deleted_rows")
        .select(({ fn }) => fn.max<number | null>(engineOf(db).jsonInteger("content", "seq")).as("seq"))
        .where("tableName", "=", sql.lit("news_articles"))
        .as("deleted"),
      selectFrom("news_readers")
        .select(({ fn }) => fn.max<number | null>("readThrough").as("seq"))
        .as("read"),
    ])
    .executeTakeFirstOrThrow();
  return Math.max(stored ?? 0, deleted ?? 0, read ?? 0);
}

/** True if a user has read the cluster `article`: according to their `mark` or, without one, to `readThrough`. */
export const hasRead = (readThrough: RawBuilder<number>) =>
  sql<boolean>`case when ${sql.ref("mark.isRead")} is null then article.seq <= ${readThrough}
    else ${sql.ref("mark.isRead")} = 1 end`;

/** Lists the sort keys of the clusters that a user has flagged as unread. */
export async function listMarkedUnread(db: Db, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("news_marks")
    .select("place")
    .where("userId", "=", userId)
    .where("isRead", "=", sql.lit(0))
    .execute();
  return rows.map(({ place }) => place);
}

/** Counts the clusters that a user has starred. */
export const countStarred = (db: Db, userId: string): Promise<number> =>
  countRows(db.selectFrom("news_marks").where("userId", "=", userId).where("isStarred", "=", sql.lit(1)));

/** Sets a user's flags of a cluster. Omitted flags are unchanged. */
export const upsertFlags = (
  db: Db,
  userId: string,
  place: number,
  { isRead, isStarred }: Omit<ArticleFlags, "id">,
) => {
  const flags = {
    ...(isRead !== undefined && { isRead: Number(isRead) }),
    ...(isStarred !== undefined && { isStarred: Number(isStarred) }),
  };
  return db
    .insertInto("news_marks")
    .values({ userId, place, isRead: null, isStarred: 0, ...flags })
    .onConflict((conflict) => conflict.columns(["userId", "place"]).doUpdateSet({ userId, ...flags }))
    .execute();
};

export const saveReader = (db: Db, reader: NewsReaderRow) =>
  db
    .insertInto("news_readers")
    .values(reader)
    .onConflict((conflict) =>
      conflict
        .column("userId")
        .doUpdateSet({ readThrough: reader.readThrough, readStories: reader.readStories }),
    )
    .execute();

/** Clears a user's unread flags. Their stars are unchanged. */
export const clearUnreadFlags = (db: Db, userId: string) =>
  db
    .updateTable("news_marks")
    .set({ isRead: null })
    .where("userId", "=", userId)
    .where("isRead", "=", sql.lit(0))
    .execute();
