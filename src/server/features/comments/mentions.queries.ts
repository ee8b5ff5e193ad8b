import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import type { CommentMentionRow } from "#db/schema.ts";

/** Lists all accounts that are not deleted. */
export const listPeople = (db: Db) =>
  db
    .selectFrom("users")
    .select(["id", "username", "usernameFolded", "displayName", "firstName", "lastName", "disabledAt"])
    .where("deletedAt", "is", null)
    .execute();

/** Returns the mentions in comments, with the people's current names. */
export const listMentionRows = (db: Db, commentIds: readonly string[]) =>
  db
    .selectFrom("comment_mentions")
    .innerJoin("users", "users.id", "comment_mentions.userId")
    .selectAll("comment_mentions")
    .select(["users.username", "users.displayName", "users.firstName", "users.lastName"])
    .where("comment_mentions.commentId", "in", commentIds)
    .orderBy("comment_mentions.start")
    .execute();

export const insertMentions = (db: Db, rows: readonly CommentMentionRow[]) =>
  db.insertInto("comment_mentions").values(rows).execute();

/** Deletes the mentions in a comment and returns the ids of the people. */
export async function takeMentions(db: Db, commentId: string): Promise<Set<string>> {
  const rows = await db
    .deleteFrom("comment_mentions")
    .where("commentId", "=", commentId)
    .returning("userId")
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** True for a mention whose comment is deleted for good. */
export const isOfNoComment = () => sql<boolean>`
  not exists (select 1 from comments where comments.id = comment_mentions."commentId")
  and not exists (
    select 1 from deleted_rows
    where "tableName" = 'comments' and deleted_rows."itemId" = comment_mentions."commentId"
  )`;
