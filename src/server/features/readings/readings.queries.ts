import { z } from "zod";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/open.ts";
import type { ReadingRow } from "#db/schema.ts";
import { latestFirst, type Slice } from "#server/paging.ts";
import type { ListedReading, Reading, ReadingFields } from "#shared/readings.ts";

const tagsColumn = z.array(z.string());

const readingOfRow = <Row extends ReadingRow>(row: Row) => ({
  ...row,
  tags: tagsColumn.parse(JSON.parse(row.tags)),
});

/** Readings, newest first. */
export async function listReadingRows(db: Db, slice: Slice): Promise<Reading[]> {
  const rows = await readingsOf(db, slice).execute();
  return rows.map(readingOfRow);
}

/** Readings as one person sees them, newest first. */
export async function listReadingRowsFor(db: Db, userId: string, slice: Slice): Promise<ListedReading[]> {
  const rows = await readingsOf(db, slice)
    .select(({ selectFrom, fn }) => [
      selectFrom("comments")
        .select(fn.countAll<number>().as("count"))
        .whereRef("readingId", "=", "readings.id")
        .where("deletedAt", "is", null)
        .$asScalar()
        .$notNull()
        .as("commentCount"),
      selectFrom("comments")
        .leftJoin("comment_reads as seen", (join) =>
          join.onRef("seen.readingId", "=", "comments.readingId").on("seen.userId", "=", userId),
        )
        .select(fn.countAll<number>().as("count"))
        .whereRef("comments.readingId", "=", "readings.id")
        .where("comments.deletedAt", "is", null)
        .where("comments.userId", "!=", userId)
        .where(({ eb, or, ref }) =>
          or([eb("seen.seenAt", "is", null), eb("comments.createdAt", ">", ref("seen.seenAt"))]),
        )
        .$asScalar()
        .$notNull()
        .as("newCommentCount"),
      selectFrom("comment_reads")
        .select("comment_reads.seenAt")
        .whereRef("comment_reads.readingId", "=", "readings.id")
        .where("comment_reads.userId", "=", userId)
        .$asScalar()
        .as("seenAt"),
    ])
    .execute();
  return rows.map(readingOfRow);
}

const readingsOf = (db: Db, slice: Slice) =>
  latestFirst(db.selectFrom("readings").selectAll("readings"), ["createdAt", "id"], slice);

export async function findReading(db: Db, id: string): Promise<Reading | undefined> {
  const row = await db.selectFrom("readings").selectAll().where("id", "=", id).executeTakeFirst();
  return row && readingOfRow(row);
}

/** Stores new readings. */
export async function insertReadings(db: Db, readings: readonly Reading[]): Promise<void> {
  const rows = readings.map((reading) => ({ ...reading, tags: JSON.stringify(reading.tags) }));
  for (const batch of inBatches(rows)) await db.insertInto("readings").values(batch).execute();
}

/** Changes a reading as it was read; its revision grows by one. */
export async function updateReading(
  db: Db,
  { id, revision }: Pick<Reading, "id" | "revision">,
  { tags, ...changes }: Partial<ReadingFields> & Pick<Reading, "updatedAt">,
): Promise<Reading> {
  const row = await db
    .updateTable("readings")
    .set({ ...changes, ...(tags && { tags: JSON.stringify(tags) }), revision: revision + 1 })
    .where("id", "=", id)
    .where("revision", "=", revision)
    .returningAll()
    .executeTakeFirstOrThrow();
  return readingOfRow(row);
}

/** Deletes a reading with its comments. */
export const deleteReading = (db: Db, id: string) =>
  db.deleteFrom("readings").where("id", "=", id).returning("id").executeTakeFirst();

/** Notes that a person has the discussion of a reading open. */
export const upsertSeen = (db: Db, seen: { userId: string; readingId: string; seenAt: string }) =>
  db
    .insertInto("comment_reads")
    .values(seen)
    .onConflict((conflict) => conflict.columns(["userId", "readingId"]).doUpdateSet({ seenAt: seen.seenAt }))
    .execute();
