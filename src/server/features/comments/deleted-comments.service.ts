/** Deletion and restoration of discussions and comments. */
import type { DeletionRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import { conflict } from "#server/errors.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import {
  type BatchedBelonging,
  type SavedRow,
  type TableRows,
  adaptUserColumn,
  adaptRows,
  toSavedRows,
} from "#server/kernel/items/belongings.service.ts";
import {
  findSavedRow,
  deleteDeletion,
  restoreRows,
  readDeletedRows,
} from "#server/kernel/items/trash.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { type ItemKind, KINDS, isLibraryKind } from "#shared/kernel/item-address.ts";

import {
  PERSONAL_TABLES,
  countComments,
  findComment,
  findItemWithRows,
  takeLastComments,
  takePersonalRows,
  updateComment,
} from "./comments.queries.ts";
import { findDiscussedItem, recordComment } from "./comments.service.ts";

/** The discussion of an item of this kind: its comments, and people's visits, inbox entries and watches. */
export const discussionOf = (kind: ItemKind): BatchedBelonging => ({
  name: "comments",
  count: (db, id) => countComments(db, { kind, id }),
  deleteRows: (db, id, limit) => takeDiscussions(db, kind, [id], limit),
  restore: {
    // Replaces a parent that exists without its text, because a reply to it was restored before.
    comments: (db, _deletion, rows) => restoreRows(db, "comments", rows, { conflictColumns: ["id"] }),
    comment_reads: (db, _deletion, rows) => restorePersonalRows(db, "comment_reads", rows),
    inbox_entries: (db, _deletion, rows) => restorePersonalRows(db, "inbox_entries", rows),
    watches: (db, _deletion, rows) => restorePersonalRows(db, "watches", rows),
  },
});

/** Restores people's rows. Skips rows of deleted accounts. */
export async function restorePersonalRows(
  db: Db,
  table: (typeof PERSONAL_TABLES)[number],
  rows: readonly SavedRow[],
): Promise<void> {
  const fit = await adaptUserColumn("userId", "skip")(db, toSavedRows(rows));
  const restorable = adaptRows(rows, fit);
  const conflictColumns = table === "inbox_entries" ? ["eventSeq", "userId"] : ["userId", "kind", "itemId"];
  if (restorable.length > 0) await restoreRows(db, table, restorable, { conflictColumns });
}

/**
 * Deletes up to `limit` rows of these items' discussions and returns them. Returns nothing once all are deleted.
 * Replies are deleted before their parents, and restored after them.
 */
export async function takeDiscussions(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  limit: number,
): Promise<readonly TableRows[]> {
  const discussed = await findItemWithRows(db, "comments", kind, ids);
  if (discussed !== undefined) {
    const rows = await takeLastComments(db, { kind, id: discussed }, limit);
    return [{ table: "comments", rows: rows.map((row) => ({ ...row })) }];
  }
  for (const table of PERSONAL_TABLES) {
    const id = await findItemWithRows(db, table, kind, ids);
    if (id !== undefined) return [{ table, rows: await takePersonalRows(db, table, { kind, id }, limit) }];
  }
  return [];
}

/**
 * Restores a comment at its position, within a transaction. Recreates missing parents, as tombstones if they are
 * deleted. A comment with unknown parents becomes top-level. Throws 409 while its item is deleted.
 */
export async function restoreComment(
  app: App,
  db: Db,
  {
    by,
    deletion: { id: deletionId, itemId, containerKind, containerId },
  }: { by: User; deletion: DeletionRow },
): Promise<void> {
  const kind = containerKind ?? "reading";
  const subject = await findDiscussedItem(db, { kind, id: containerId ?? "" });
  if (!subject) {
    const { one } = KINDS[kind];
    // Articles are deleted and restored with their tool.
    const restored = isLibraryKind(kind) ? one : "tool";
    throw conflict(`The ${one} of this comment was deleted. Restore the ${restored} first.`);
  }
  const comment = await findSavedComment(db, deletionId, itemId);
  if (await findComment(db, itemId)) {
    await updateComment(db, itemId, {
      content: String(comment["content"]),
      updatedAt: String(comment["updatedAt"]),
      deletedAt: null,
    });
  } else {
    await restoreRows(db, "comments", await withMissingAncestors(db, comment));
  }
  for await (const rows of readDeletedRows(db, deletionId, "inbox_entries"))
    await restorePersonalRows(db, "inbox_entries", rows);
  await deleteDeletion(db, deletionId);
  const detail = { comment: itemId, change: "restored", deletion: deletionId } as const;
  await recordComment(app, db, by, { subject, detail });
}

/** Returns the comment as it was when deleted. */
async function findSavedComment(db: Db, deletionId: string, id: string): Promise<SavedRow> {
  for await (const rows of readDeletedRows(db, deletionId, "comments")) {
    const comment = rows.find((row) => row["id"] === id);
    if (comment) return comment;
  }
  throw new Error(`deletion ${deletionId} has no comment`);
}

/** Returns the comment preceded by its missing ancestors, topmost first. */
async function withMissingAncestors(db: Db, comment: SavedRow): Promise<SavedRow[]> {
  const chain: SavedRow[] = [];
  const yieldIfDue = createYielder();
  for (let row = comment; ;) {
    await yieldIfDue();
    const parentId = row["parentId"] ?? null;
    const hasParent = parentId === null || (await findComment(db, String(parentId))) !== undefined;
    const parent = hasParent ? undefined : await findTombstone(db, String(parentId));
    chain.push(hasParent || parent ? row : { ...row, parentId: null });
    if (!parent) return chain.toReversed();
    row = parent;
  }
}

/** Returns the tombstone of a deleted comment, from the latest deletion that stored one. */
async function findTombstone(db: Db, id: string): Promise<SavedRow | undefined> {
  const found = await findSavedRow(db, "comments", id);
  if (!found) return undefined;
  const { row, deletedAt } = found;
  return row["deletedAt"] === null ? { ...row, content: "", updatedAt: deletedAt, deletedAt } : row;
}
