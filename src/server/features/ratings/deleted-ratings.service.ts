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
import { titlesOf } from "#server/kernel/texts/texts.service.ts";
import { formatItemRef } from "#shared/kernel/items.ts";

/** The two items of a rating, with the columns of their ids. */
const ENDS = [
  { kind: "prompt", column: "promptId", table: "prompts" },
  { kind: "tool", column: "toolId", table: "ai_tools" },
] as const;

/** The ratings of a prompt, or in a tool, which are deleted and restored with it. */
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

/** Restores ratings that were added to this deletion while their other item was deleted. */
export const withDeferredRatings: BatchedBelonging = {
  deleteSome: () => Promise.resolve([]),
  restore: { prompt_ratings: (db, _deletion, rows) => restoreRatings(db, rows) },
};

/** Restores ratings, except by deleted accounts. If the other item is deleted, adds the rating to that deletion. */
async function restoreRatings(db: Db, saved: readonly SavedRow[]): Promise<void> {
  const rows = adaptRows(saved, await adaptUserColumn("userId", "skip")(db, toSavedRows(saved)));
  const endsOf = (row: SavedRow) => ENDS.map(({ column, ...end }) => ({ ...end, id: String(row[column]) }));
  const there = await titlesOf(db, rows.flatMap(endsOf));
  const deletedEndOf = (row: SavedRow) => endsOf(row).find((end) => !there.has(formatItemRef(end)));
  const complete = rows.filter((row) => !deletedEndOf(row));
  if (complete.length > 0) await restoreRows(db, "prompt_ratings", complete);
  for (const row of rows) {
    const end = deletedEndOf(row);
    const deleted = end && (await findSavedRow(db, end.table, end.id));
    if (deleted) await addSavedRows(db, deleted.deletionId, "prompt_ratings", [row]);
  }
}
