import type { Db } from "#db/database.ts";
import type { CommentRow } from "#db/schema.ts";

/** How many comments a discussion has, without those that were deleted. */
export async function countComments(db: Db, readingId: string): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("readingId", "=", readingId)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the last comments of a discussion, at most `limit`, and returns them in their order. */
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
