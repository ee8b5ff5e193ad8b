import type { DeletionRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { conflict } from "#server/errors.ts";
import { createTimeSlices } from "#server/kernel/async/promises.ts";
import type { SavedRow } from "#server/kernel/items/belongings.service.ts";
import {
  findSavedRow,
  forgetDeletion,
  putRowsBack,
  readSavedRows,
} from "#server/kernel/items/trash.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { isLibraryKind, KINDS } from "#shared/kernel/item-address.ts";

import { findComment, updateComment } from "./comments.queries.ts";
import { findSubject, recordComment } from "./comments.service.ts";
import { restorePersonal } from "./discussions.service.ts";

type Db = App["db"];

/**
 * Restores a comment at its position, within a transaction. Recreates missing parents, without their text if deleted.
 * A comment whose parents are unknown becomes top-level. Throws 409 while its item is deleted.
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
  const subject = await findSubject(db, { kind, id: containerId ?? "" });
  if (!subject) {
    const { one } = KINDS[kind];
    // Articles are deleted and restored with their tool.
    const restored = isLibraryKind(kind) ? one : "tool";
    throw conflict(`The ${one} of this comment was deleted. Restore the ${restored} first.`);
  }
  const comment = await findWords(db, deletionId, itemId);
  if (await findComment(db, itemId)) {
    await updateComment(db, itemId, {
      content: String(comment["content"]),
      updatedAt: String(comment["updatedAt"]),
      deletedAt: null,
    });
  } else {
    await putRowsBack(db, "comments", await withMissingAncestors(db, comment));
  }
  for await (const rows of readSavedRows(db, deletionId, "inbox_entries"))
    await restorePersonal(db, "inbox_entries", rows);
  await forgetDeletion(db, deletionId);
  const detail = { comment: itemId, change: "restored", deletion: deletionId } as const;
  await recordComment(app, db, by, { subject, detail });
}

/** Returns the comment as it was when deleted. */
async function findWords(db: Db, deletionId: string, id: string): Promise<SavedRow> {
  for await (const rows of readSavedRows(db, deletionId, "comments")) {
    const comment = rows.find((row) => row["id"] === id);
    if (comment) return comment;
  }
  throw new Error(`deletion ${deletionId} has no comment`);
}

/** Returns the comment preceded by its missing ancestors, topmost first. */
async function withMissingAncestors(db: Db, comment: SavedRow): Promise<SavedRow[]> {
  const upwards: SavedRow[] = [];
  const turn = createTimeSlices();
  for (let row = comment; ;) {
    await turn();
    const parentId = row["parentId"] ?? null;
    const isThere = parentId === null || (await findComment(db, String(parentId))) !== undefined;
    const parent = isThere ? undefined : await findTombstone(db, String(parentId));
    upwards.push(isThere || parent ? row : { ...row, parentId: null });
    if (!parent) return upwards.toReversed();
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
