import type { Db } from "#db/database.ts";
import { commentCount, readTags } from "#db/rows.ts";
import type { ReadingRow } from "#db/schema.ts";
import type { ItemStore } from "#server/kernel/items/item-store.ts";
import { latestFirst, type PageSlice } from "#server/kernel/paging/paging.ts";
import { type ItemSource, toDoc, toItemTexts } from "#server/kernel/texts/text-source.ts";
import { authorLabel } from "#shared/comments/comment-thread.ts";
import type { ListedReading, Reading } from "#shared/readings/readings.ts";

const readReading = <Row extends ReadingRow>(row: Row) => ({ ...row, tags: readTags(row.tags) });

/** Storage of readings. Deleting a reading deletes its comments. */
export const readingStore: ItemStore<Reading> = {
  table: "readings",
  orderedBy: "createdAt",
  fromRow: readReading,
  toRow: (reading) => ({ ...reading, tags: JSON.stringify(reading.tags) }),
  toColumns: ({ tags, ...rest }) => ({ ...rest, ...(tags && { tags: JSON.stringify(tags) }) }),
};

/** Lists readings as one user sees them, newest first. */
export async function listReadingRowsFor(db: Db, userId: string, slice: PageSlice): Promise<ListedReading[]> {
  const readings = db
    .selectFrom("readings")
    .leftJoin("comments as last", (join) =>
      join.on("last.position", "=", ({ selectFrom }) =>
        selectFrom("comments")
          .select("comments.position")
          .where("comments.kind", "=", "reading")
          .whereRef("comments.itemId", "=", "readings.id")
          .where("comments.deletedAt", "is", null)
          .orderBy("comments.position", "desc")
          .limit(1),
      ),
    )
    .leftJoin("users as author", "author.id", "last.userId")
    .selectAll("readings")
    .select("last.createdAt as lastCommentAt")
    .select(["author.displayName", "author.firstName", "author.lastName", "author.email"]);
  const rows = await latestFirst(readings, ["readings.createdAt", "readings.id"], slice)
    .select(({ selectFrom, fn }) => [
      commentCount(db, "reading", "readings.id"),
      selectFrom("comments")
        .leftJoin("comment_reads as seen", (join) =>
          join
            .on("seen.userId", "=", userId)
            .onRef("seen.kind", "=", "comments.kind")
            .onRef("seen.itemId", "=", "comments.itemId"),
        )
        .select(fn.countAll<number>().as("count"))
        .where("comments.kind", "=", "reading")
        .whereRef("comments.itemId", "=", "readings.id")
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
        .where("comment_reads.userId", "=", userId)
        .where("comment_reads.kind", "=", "reading")
        .whereRef("comment_reads.itemId", "=", "readings.id")
        .$asScalar()
        .as("seenAt"),
    ])
    .execute();
  return rows.map(({ displayName, firstName, lastName, email, ...row }) => ({
    ...readReading(row),
    lastCommentBy: row.lastCommentAt && authorLabel({ displayName, firstName, lastName, email: email ?? "" }),
  }));
}

const listReadingRows = (db: Db, ids: readonly string[]) =>
  db.selectFrom("readings").selectAll().where("id", "in", ids).execute();

export const readingTexts: ItemSource = {
  kind: "reading",
  table: "readings",
  shownTables: ["comments"],
  columns: { title: "title", at: "createdAt" },
  scanBatchSize: 5,
  isFoundByTitle: true,
  async docs(db, ids) {
    return (await listReadingRows(db, ids)).map((reading) => {
      const tags = readTags(reading.tags);
      const { topic, notes, isbn, year } = reading;
      return toDoc("reading", {
        itemId: reading.id,
        at: reading.createdAt,
        title: reading.title,
        texts: [topic, notes, tags.join(" "), isbn, year === null ? null : String(year)],
        people: reading.author,
        tags,
        addedBy: reading.userId,
      });
    });
  },
  async texts(db, ids) {
    return (await listReadingRows(db, ids)).map(({ id, title, createdAt, topic, notes }) =>
      toItemTexts({ id, title, at: createdAt }, { title, topic, notes }),
    );
  },
};
