import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { compileOnce, engineOf } from "#db/engine.ts";
import { SHOWN_NAMES, USER_NAMES } from "#db/rows.ts";
import type { CommentMentionRow, CommentRow } from "#db/schema.ts";
import type { SavedRow } from "#server/kernel/items/item-store.ts";
import { type PageSlice, readNumberCursor } from "#server/kernel/paging/paging.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import type { Comment, DiscussionOverview } from "#shared/comments/comments.ts";
import type { ExportedComment } from "#shared/export.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";

/** Comment with its position in the order of creation. */
type CommentWithPosition = Omit<Comment, "mentions"> & { position: number };

/** Lists the comments on an item, oldest first. */
export async function listCommentRows(
  db: Db,
  { kind, id }: ItemKey,
  { after, limit }: PageSlice,
): Promise<CommentWithPosition[]> {
  const position = readNumberCursor(after);
  const rows = await commentsWithAuthors(db)
    .where("comments.kind", "=", kind)
    .where("comments.itemId", "=", id)
    .$if(position !== null, (query) => query.where("comments.position", ">", position ?? 0))
    .orderBy("comments.position")
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(toComment);
}

/** Lists the latest comments on an item, latest first. Omits deleted ones. */
export async function listLatestComments(
  db: Db,
  { kind, id }: ItemKey,
  limit: number,
): Promise<CommentWithPosition[]> {
  const rows = await commentsWithAuthors(db)
    .where("comments.kind", "=", kind)
    .where("comments.itemId", "=", id)
    .where("comments.deletedAt", "is", null)
    .orderBy("comments.position", "desc")
    .limit(limit)
    .execute();
  return rows.map(toComment);
}

const commentsWithAuthors = (db: Db) =>
  db
    .selectFrom("comments")
    .innerJoin("users", "users.id", "comments.userId")
    .selectAll("comments")
    .select(USER_NAMES);

function toComment({
  username,
  displayName,
  firstName,
  lastName,
  email,
  ...comment
}: CommentRow & Omit<Comment["user"], "id">): CommentWithPosition {
  const user = { id: comment.userId, username, displayName, firstName, lastName, email };
  return { ...withReadingId(comment), user };
}

/** Adds the property with the reading's id to comments on readings. */
export const withReadingId = <Row extends Pick<CommentRow, "kind" | "itemId">>(
  comment: Row,
): Row & { readingId?: string } =>
  comment.kind === "reading" ? { ...comment, readingId: comment.itemId } : comment;

export const findComment = (db: Db, id: string) =>
  db.selectFrom("comments").selectAll().where("id", "=", id).executeTakeFirst();

export const insertComment = compileOnce((db, comment: Omit<CommentRow, "position">) => {
  const { id, kind, itemId, parentId, content, userId, createdAt, updatedAt, deletedAt } = comment;
  return db
    .insertInto("comments")
    .values({ id, kind, itemId, parentId, content, userId, createdAt, updatedAt, deletedAt })
    .compile();
});

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

/** Counts the comments on an item that are not deleted. */
export async function countComments(db: Db, { kind, id }: ItemKey): Promise<number> {
  const { count } = await db
    .selectFrom("comments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("kind", "=", kind)
    .where("itemId", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the numbers of all and new comments on an item, and when this user last saw them. */
export async function findOverview(
  db: Db,
  userId: string,
  { kind, id }: ItemKey,
): Promise<DiscussionOverview> {
  const seen = await db
    .selectFrom("comment_reads")
    .select("seenAt")
    .where("userId", "=", userId)
    .where("kind", "=", kind)
    .where("itemId", "=", id)
    .executeTakeFirst();
  const seenAt = seen?.seenAt ?? null;
  const { newCommentCount } = await db
    .selectFrom("comments")
    .select(({ fn }) => fn.countAll<number>().as("newCommentCount"))
    .where("kind", "=", kind)
    .where("itemId", "=", id)
    .where("deletedAt", "is", null)
    .where("userId", "!=", userId)
    .$if(seenAt !== null, (query) => query.where("createdAt", ">", seenAt ?? ""))
    .executeTakeFirstOrThrow();
  return { commentCount: await countComments(db, { kind, id }), newCommentCount, seenAt };
}

/** Records when a user saw the discussion of an item. */
export const upsertSeenAt = (db: Db, userId: string, { kind, id }: ItemKey, seenAt: string) =>
  db
    .insertInto("comment_reads")
    .values({ userId, kind, itemId: id, seenAt })
    .onConflict((conflict) => conflict.columns(["userId", "kind", "itemId"]).doUpdateSet({ seenAt }))
    .execute();

/** Deletes the last comments on an item, up to `limit`, and returns them, oldest first. */
export async function takeLastComments(db: Db, { kind, id }: ItemKey, limit: number): Promise<CommentRow[]> {
  const comments = await db
    .deleteFrom("comments")
    .where("position", "in", ({ selectFrom }) =>
      selectFrom("comments")
        .select("position")
        .where("kind", "=", kind)
        .where("itemId", "=", id)
        .orderBy("position", "desc")
        .limit(limit),
    )
    .returningAll()
    .execute();
  return comments.toSorted((one, two) => one.position - two.position);
}

/** Tables with rows for a person and an item: visits of discussions, inbox entries and watches. */
export const PERSONAL_TABLES = ["comment_reads", "inbox_entries", "watches"] as const;
type PersonalTable = (typeof PERSONAL_TABLES)[number];

/** Returns the id of one of these items with rows in the table. */
export async function findItemWithRows(
  db: Db,
  table: "comments" | PersonalTable,
  kind: ItemKind,
  ids: readonly string[],
): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const row = await db
    .selectFrom(table)
    .select("itemId")
    .where("kind", "=", kind)
    .where("itemId", "in", ids)
    .limit(1)
    .executeTakeFirst();
  return row?.itemId;
}

/** Deletes up to `limit` rows of an item and returns them. */
export async function takePersonalRows(
  db: Db,
  table: PersonalTable,
  { kind, id }: ItemKey,
  limit: number,
): Promise<SavedRow[]> {
  const key = engineOf(db).rowKey();
  const { rows } = await sql<SavedRow>`
    delete from ${sql.table(table)} where ${key} in (
      select ${key} from ${sql.table(table)} where kind = ${kind} and "itemId" = ${id} limit ${limit}
    ) returning *`.execute(db);
  return rows;
}

/** Adds their discussions to items, for a JSON file. Items without one are unchanged. */
export async function withDiscussions<Item extends { id: string }>(
  db: Db,
  kind: ItemKind,
  items: readonly Item[],
): Promise<(Item & { discussion?: ExportedComment[] })[]> {
  const rows = await db
    .selectFrom("comments")
    .innerJoin("users", "users.id", "comments.userId")
    .select(["comments.itemId", "comments.id", "comments.parentId", "comments.content"])
    .select(["comments.createdAt", "comments.updatedAt"])
    .select(SHOWN_NAMES)
    .where("comments.kind", "=", kind)
    .where("comments.itemId", "in", engineOf(db).valuesOf(items.map(({ id }) => id)))
    .orderBy("comments.position")
    .execute();
  const byItem = Map.groupBy(rows, ({ itemId }) => itemId);
  return items.map((item) => {
    const discussion = byItem.get(item.id)?.map((row): ExportedComment => {
      const { id, parentId, content, createdAt, updatedAt } = row;
      return { id, parentId, author: personName(row), content, createdAt, updatedAt };
    });
    return discussion ? { ...item, discussion } : item;
  });
}

/** Lists all accounts except deleted ones. */
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
    .select(SHOWN_NAMES)
    .where("comment_mentions.commentId", "in", commentIds)
    .orderBy("comment_mentions.start")
    .execute();

export const insertMentions = (db: Db, rows: readonly CommentMentionRow[]) =>
  db.insertInto("comment_mentions").values(rows).execute();

/** Deletes the mentions in a comment. Returns the ids of the mentioned people. */
export async function takeMentions(db: Db, commentId: string): Promise<Set<string>> {
  const rows = await db
    .deleteFrom("comment_mentions")
    .where("commentId", "=", commentId)
    .returning("userId")
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** True for a mention in a comment that is permanently deleted. */
export const isOrphanedMention = () => sql<boolean>`
  not exists (select 1 from comments where comments.id = comment_mentions."commentId")
  and not exists (
    select 1 from deleted_rows
    where "tableName" = 'comments' and deleted_rows."itemId" = comment_mentions."commentId"
  )`;
