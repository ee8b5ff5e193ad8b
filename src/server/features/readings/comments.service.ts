import { randomUUID } from "node:crypto";

import type { CommentRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { forbidden, invalid, notFound } from "#server/errors.ts";
import { createTimeSlices } from "#server/kernel/async/yield-to-event-loop.ts";
import { getItem } from "#server/kernel/items/library.service.ts";
import { saveDeletion, saveDeletedRows } from "#server/kernel/items/trash.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import type { User } from "#shared/accounts/users.ts";
import type { CommentChange } from "#shared/kernel/events.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import type { Comment, CommentEdit, NewComment } from "#shared/readings/comments.ts";
import type { Reading } from "#shared/readings/readings.ts";

import {
  deleteComment,
  findComment,
  hasReplies,
  insertComment,
  listCommentRows,
  updateComment,
} from "./comments.queries.ts";
import { getReading, readingLibrary } from "./readings.service.ts";

type Db = App["db"];

/** Lists the discussion of a reading flat, oldest first. */
export async function listComments(
  app: App,
  { readingId, ...page }: PageRequest & { readingId: string },
): Promise<Page<Comment>> {
  await getReading(app, readingId);
  return readPage(
    page,
    (slice) => listCommentRows(app.db, readingId, slice),
    ({ position, id }) => [String(position), id],
  );
}

/** Adds a comment or, with a parent, a reply. The parent must be an existing comment of the same reading. */
export function addComment(
  app: App,
  user: User,
  { readingId, parentId, content }: NewComment,
): Promise<Comment> {
  return app.db.transaction().execute(async (db) => {
    const reading = await getItem({ db }, readingLibrary, readingId);
    const parent = parentId === null ? null : await findComment(db, parentId);
    if (parent === undefined || (parent && parent.readingId !== readingId)) {
      throw invalid("The comment you're replying to isn't in this discussion", "parentId");
    }
    if (parent?.deletedAt) throw invalid("The comment you're replying to was deleted", "parentId");
    const id = randomUUID();
    const now = app.now().toISOString();
    const comment = {
      id,
      readingId,
      parentId,
      content,
      userId: user.id,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    await insertComment(db, comment);
    await recordComment(app, db, user, { reading, detail: { comment: id, change: "added", parentId } });
    return withAuthor(comment, user);
  });
}

/**
 * Adds the author to a comment without querying it again. A query would make concurrent transactions conflict, and one
 * would have to retry.
 */
const withAuthor = (
  comment: Omit<Comment, "user">,
  { id, username, displayName, firstName, lastName, email }: User,
): Comment => ({ ...comment, user: { id, username, displayName, firstName, lastName, email } });

/** Records a comment's activity under its reading. */
export const recordComment = (
  app: App,
  db: Db,
  user: User,
  {
    reading,
    detail,
  }: {
    reading: Pick<Reading, "id" | "title">;
    detail: { comment: string; change: CommentChange; parentId?: string | null; deletion?: string };
  },
): Promise<void> =>
  recordEvents(app, db, [
    {
      actorId: user.id,
      verb: "commented",
      kind: "reading",
      itemId: reading.id,
      title: reading.title,
      detail,
    },
  ]);

/** Changes the text of the user's own comment. */
export function editComment(app: App, user: User, { id, content }: CommentEdit): Promise<Comment> {
  return app.db.transaction().execute(async (db) => {
    const { position: _, ...comment } = await ownComment(db, user, id);
    if (content === comment.content) return withAuthor(comment, user);
    const changes = { content, updatedAt: app.now().toISOString() };
    await updateComment(db, id, changes);
    const reading = await getItem({ db }, readingLibrary, comment.readingId);
    await recordComment(app, db, user, { reading, detail: { comment: id, change: "edited" } });
    return withAuthor({ ...comment, ...changes }, user);
  });
}

/**
 * Deletes the user's own comment and returns the id to restore it. A comment with replies remains as a tombstone until
 * they are deleted.
 */
export function removeComment(app: App, user: User, { id }: { id: string }): Promise<{ deletionId: string }> {
  return app.db.transaction().execute(async (db) => {
    const comment = await ownComment(db, user, id);
    const reading = await getItem({ db }, readingLibrary, comment.readingId);
    const deletionId = await saveDeletion(app, db, user, {
      kind: "comment",
      itemId: id,
      containerId: reading.id,
      title: reading.title,
      image: null,
    });
    const bare: CommentRow[] = [];
    if (await hasReplies(db, id)) {
      const now = app.now().toISOString();
      await updateComment(db, id, { content: "", updatedAt: now, deletedAt: now });
    } else {
      await deleteComment(db, id);
      bare.push(...(await takeBareTombstones(db, comment.parentId)));
    }
    // In the order of restoring: replies after their parent.
    const rows = [...bare.toReversed(), comment].map((row) => ({ ...row }));
    await saveDeletedRows(db, deletionId, { table: "comments", position: 0, rows });
    const detail = { comment: id, change: "deleted", deletion: deletionId } as const;
    await recordComment(app, db, user, { reading, detail });
    return { deletionId };
  });
}

/** Returns the comment if this user wrote it. Nobody else may change it, not even admins. */
async function ownComment(db: Db, user: User, id: string) {
  const comment = await findComment(db, id);
  if (!comment || comment.deletedAt !== null) throw notFound("Comment not found");
  if (comment.userId !== user.id) throw forbidden();
  return comment;
}

/** Deletes the tombstones above a deleted reply that have no other replies. Returns them, lowest first. */
async function takeBareTombstones(db: Db, startId: string | null): Promise<CommentRow[]> {
  const taken: CommentRow[] = [];
  const turn = createTimeSlices();
  for (let id = startId; id !== null;) {
    await turn();
    const comment = await findComment(db, id);
    if (!comment?.deletedAt || (await hasReplies(db, id))) break;
    await deleteComment(db, id);
    taken.push(comment);
    id = comment.parentId;
  }
  return taken;
}
