/** Discussions as rows that are deleted and restored with their items. */
import type { App } from "#server/app.ts";
import {
  fitPeople,
  fitRows,
  justThese,
  type ManyBelongings,
  type SavedRow,
  type TakenRows,
} from "#server/kernel/items/belongings.service.ts";
import { putRowsBack } from "#server/kernel/items/trash.service.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

import {
  countComments,
  findDiscussed,
  PERSONAL_TABLES,
  takeLastComments,
  takePersonalRows,
} from "./comments.queries.ts";

type Db = App["db"];

/** The discussion of an item of this kind, with people's visits, inbox entries and watches. */
export const discussionOf = (kind: ItemKind): ManyBelongings => ({
  name: "comments",
  count: (db, id) => countComments(db, { kind, id }),
  take: (db, id, limit) => takeDiscussions(db, kind, [id], limit),
  restore: {
    // Restoring a single reply may have left its parent here, without words.
    comments: (db, _deletion, rows) => putRowsBack(db, "comments", rows, { over: ["id"] }),
    comment_reads: (db, _deletion, rows) => restorePersonal(db, "comment_reads", rows),
    inbox_entries: (db, _deletion, rows) => restorePersonal(db, "inbox_entries", rows),
    watches: (db, _deletion, rows) => restorePersonal(db, "watches", rows),
  },
});

/** Restores rows. Skips rows of deleted accounts. */
export async function restorePersonal(
  db: Db,
  table: (typeof PERSONAL_TABLES)[number],
  rows: readonly SavedRow[],
): Promise<void> {
  const fit = await fitPeople("userId", "away")(db, justThese(rows));
  const restorable = fitRows(rows, fit);
  const over = table === "inbox_entries" ? ["eventSeq", "userId"] : ["userId", "kind", "itemId"];
  if (restorable.length > 0) await putRowsBack(db, table, restorable, { over });
}

/**
 * Deletes some rows of these items' discussions and returns them; nothing once all are deleted. Replies are deleted
 * before the comments that they answer, and restored after them.
 */
export async function takeDiscussions(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  limit: number,
): Promise<readonly TakenRows[]> {
  const discussed = await findDiscussed(db, "comments", kind, ids);
  if (discussed !== undefined) {
    const rows = await takeLastComments(db, { kind, id: discussed }, limit);
    return [{ table: "comments", rows: rows.map((row) => ({ ...row })) }];
  }
  for (const table of PERSONAL_TABLES) {
    const id = await findDiscussed(db, table, kind, ids);
    if (id !== undefined) return [{ table, rows: await takePersonalRows(db, table, { kind, id }, limit) }];
  }
  return [];
}
