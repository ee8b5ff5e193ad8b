import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import type { NewsReaderRow } from "#db/schema.ts";

/** How far a person has read. */
export async function findReader(db: Db, userId: string): Promise<NewsReaderRow> {
  const row = await db.selectFrom("news_readers").selectAll().where("userId", "=", userId).executeTakeFirst();
  return row ?? { userId, readThrough: 0, readStories: 0 };
}

/** The highest `seq` that was given so far, also to articles that are gone or can come back; 0 before the first. */
export async function findLastSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`select max(
      coalesce((select max(seq) from news_articles), 0),
      coalesce((select max(content ->> 'seq') from deleted_rows where tableName = 'news_articles'), 0),
      coalesce((select max(readThrough) from news_readers), 0)) as last`.execute(db);
  return rows[0]?.last ?? 0;
}

/** The places of stories that a person has made unread again. */
export async function listMarkedUnread(db: Db, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("news_marks")
    .select("place")
    .where("userId", "=", userId)
    .where(sql<boolean>`isRead = 0`)
    .execute();
  return rows.map(({ place }) => place);
}

/** How many stories a person has starred. */
export async function countStarred(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("news_marks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("userId", "=", userId)
    .where(sql<boolean>`isStarred = 1`)
    .executeTakeFirstOrThrow();
  return count;
}

interface Marks {
  isRead: boolean | undefined;
  isStarred: boolean | undefined;
}

/** Sets a person's marks of a story; absent ones stay. */
export const upsertMarks = (db: Db, userId: string, place: number, { isRead, isStarred }: Marks) => {
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

/** Takes back what a person has made unread again; their stars stay. */
export const forgetMarkedUnread = (db: Db, userId: string) =>
  db
    .updateTable("news_marks")
    .set({ isRead: null })
    .where("userId", "=", userId)
    .where(sql<boolean>`isRead = 0`)
    .execute();
