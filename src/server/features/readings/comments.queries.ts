import type { Db } from "#db/database.ts";
import type { CommentRow } from "#db/schema.ts";
import { numberOf, type Slice } from "#server/kernel/paging/paging.ts";
import type { Comment } from "#shared/readings/comments.ts";

/** Comment with its position in writing order. */
type PlacedComment = Comment & { position: number };

/** Lists the comments of a reading, oldest first. */
export async function listCommentRows(
  db: Db,
  readingId: string,
  { after, limit }: Slice,
): Promise<PlacedComment[]> {
  const position = numberOf(after);
  const rows = await commentsWithAuthors(db)
    .where("comments.readingId", "=", readingId)
    .$if(position !== null, (query) => query.where("comments.position", ">", position ?? 0))
    .orderBy("comments.position")
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(commentOfRow);
}

const commentsWithAuthors = (db: Db) =>
  db
    .selectFrom("comments")
    .innerJoin("users", "users.id", "comments.userId")
    .selectAll("comments")
    .select(["users.username", "users.displayName", "users.firstName", "users.lastName", "users.email"]);

function commentOfRow({
  username,
  displayName,
  firstName,
  lastName,
  email,
  ...comment
}: CommentRow & Omit<Comment["user"], "id">): PlacedComment {
  return { ...comment, user: { id: comment.userId, username, displayName, firstName, lastName, email } };
}

export const findComment = (db: Db, id: string) =>
  db.selectFrom("comments").selectAll().where("id", "=", id).executeTakeFirst();

export const insertComment = (db: Db, comment: Omit<CommentRow, "position">) =>
  db.insertInto("comments").values(comment).execute();

export const updateComment = (
  db: Db,
  id: string,
  changes: Partial<Pick<CommentRow, "content" | "updatedAt" | "deletedAt">>,
) => db.updateTable("comments").set(changes).where("id", "=", id).execute();

export const deleteComment = (db: Db, id: string) => db.deleteFrom("comments").where("id", "=", id).execute();

export async function hasReplies(db: Db, id: string): Promise<boolean> {
  const reply = await db
    .selectFrom("comments")
    .select("id")
    .where("parentId", "=", id)
    .limit(1)
    .executeTakeFirst();
  return reply !== undefined;
}

/** Counts the comments of a discussion, without deleted ones. */
export async function countComments(db: Db, readingId: string): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("readingId", "=", readingId)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the last comments of a discussion, up to `limit`, and returns them in order. */
export async function takeLastComments(db: Db, readingId: string, limit: number): Promise<CommentRow[]> {
  const comments = await db
    .deleteFrom("comments")
    .where("position", "in", ({ selectFrom }) =>
      selectFrom("comments")
        .select("position")
        .where("readingId", "=", readingId)
        .orderBy("position", "desc")
        .limit(limit),
    )
    .returningAll()
    .execute();
  return comments.toSorted((one, two) => one.position - two.position);
}
