import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { readTags } from "#db/tags-column.ts";
import { type ItemSource, type PartSource, toDoc, toItemTexts } from "#server/kernel/texts/text-source.ts";
import type { ItemText, ItemTexts } from "#shared/mentions/links-in-item.ts";
import { authorLabel } from "#shared/readings/comment-thread.ts";

/** Maximum length of discussion text that is scanned, the newest first. */
const LETTERS_OF_DISCUSSION = 200_000;
const MOST_COMMENTS = 2000;

export const readingTexts: ItemSource = {
  kind: "reading",
  table: "readings",
  shownWith: ["comments"],
  columns: { title: "title", at: "createdAt" },
  async docs(db, ids) {
    const rows = await db.selectFrom("readings").selectAll().where("id", "in", ids).execute();
    return rows.map((reading) => {
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
    const rows = await db
      .selectFrom("readings")
      .select(["id", "title", "topic", "notes", "createdAt"])
      .where("id", "in", ids)
      .execute();
    const read: ItemTexts[] = [];
    for (const { id, title, createdAt, ...texts } of rows) {
      const reading = toItemTexts({ id, title, at: createdAt }, { title, ...texts });
      reading.texts.push(...(await listComments(db, id)));
      read.push(reading);
    }
    return read;
  },
};

async function listComments(db: Db, readingId: string): Promise<ItemText[]> {
  const comments = await db
    .selectFrom("comments")
    .select(["id", "content"])
    .where("readingId", "=", readingId)
    .where("deletedAt", "is", null)
    .orderBy("position", "desc")
    .limit(MOST_COMMENTS)
    .execute();
  const read: ItemText[] = [];
  let room = LETTERS_OF_DISCUSSION;
  for (const { id, content } of comments) {
    room -= content.length;
    if (room < 0) break;
    read.push({ field: "comment", text: content, commentId: id });
  }
  return read;
}

export const commentTexts: PartSource = {
  kind: "comment",
  table: "comments",
  async docs(db, ids) {
    const rows = await db
      .selectFrom("comments")
      .innerJoin("readings", "readings.id", "comments.readingId")
      .innerJoin("users", "users.id", "comments.userId")
      .select(["comments.id", "comments.readingId", "comments.content", "comments.createdAt"])
      .select(["comments.userId", "readings.title"])
      .select(["users.displayName", "users.firstName", "users.lastName", "users.email"])
      .where("comments.id", "in", ids)
      .where("comments.deletedAt", "is", null)
      .execute();
    return rows.map((comment) => ({
      ...toDoc("comment", {
        itemId: comment.id,
        at: comment.createdAt,
        // Empty because the title is the reading's. With it, a search for the title would find each comment.
        title: "",
        texts: [comment.content],
        people: null,
        tags: [],
        addedBy: comment.userId,
      }),
      heading: comment.title,
      shownPeople: authorLabel(comment),
      readingId: comment.readingId,
    }));
  },
  async itemsOf(db, ids) {
    const rows = await db
      .selectFrom("comments")
      .select("readingId")
      .where("id", "in", engineOf(db).valuesOf(ids))
      .execute();
    return [...new Set(rows.map(({ readingId }) => readingId))].map((id) => ({ kind: "reading", id }));
  },
};
