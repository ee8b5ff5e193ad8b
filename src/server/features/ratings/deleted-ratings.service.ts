import type { Db } from "#server/app.ts";
import {
  type Belonging,
  adaptUserColumn,
  adaptRows,
  toSavedRows,
  type BatchedBelonging,
  dependentRows,
  type SavedRow,
} from "#server/kernel/items/belongings.service.ts";
import { findSavedRow, restoreRows, addSavedRows } from "#server/kernel/items/trash.service.ts";
import { loadTitles } from "#server/kernel/texts/texts.service.ts";
import { formatItemRef } from "#shared/kernel/items.ts";

/** The two items of a rating, and the columns with their ids. */
const RATED_ITEMS = [
  { kind: "prompt", column: "promptId", table: "prompts" },
  { kind: "tool", column: "toolId", table: "ai_tools" },
] as const;

/** The ratings of a prompt or tool. They are deleted and restored with it. */
export const ratingsOf = (kind: "prompt" | "tool"): Belonging => ({
  ...dependentRows({
    table: "prompt_ratings",
    itemColumn: `${kind}Id`,
    key: ["promptId", "toolId", "version", "userId"],
  }),
  async restore(db, _itemId, rows) {
    for await (const batch of rows()) await restoreRatings(db, batch);
  },
});

/** Restores ratings that were added to this deletion because their other item was deleted at the time. */
export const withDeferredRatings: BatchedBelonging = {
  deleteRows: () => Promise.resolve([]),
  restore: { prompt_ratings: (db, _deletion, rows) => restoreRatings(db, rows) },
};

/**
 * Restores ratings, except those by deleted accounts. If a rating's other item is deleted, moves the rating to the
 * deletion of that item.
 */
async function restoreRatings(db: Db, saved: readonly SavedRow[]): Promise<void> {
  const rows = adaptRows(saved, await adaptUserColumn("userId", "skip")(db, toSavedRows(saved)));
  const itemsOf = (row: SavedRow) =>
    RATED_ITEMS.map(({ column, ...end }) => ({ ...end, id: String(row[column]) }));
  const existing = await loadTitles(db, rows.flatMap(itemsOf));
  const findDeletedItem = (row: SavedRow) => itemsOf(row).find((end) => !existing.has(formatItemRef(end)));
  const restorable = rows.filter((row) => !findDeletedItem(row));
  if (restorable.length > 0) await restoreRows(db, "prompt_ratings", restorable);
  for (const row of rows) {
    const item = findDeletedItem(row);
    const deleted = item && (await findSavedRow(db, item.table, item.id));
    if (deleted) await addSavedRows(db, deleted.deletionId, "prompt_ratings", [row]);
  }
}
