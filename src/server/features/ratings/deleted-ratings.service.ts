import type { App } from "#server/app.ts";
import {
  type Belonging,
  fitPeople,
  fitRows,
  justThese,
  type ManyBelongings,
  rowsOfItem,
  type SavedRow,
} from "#server/kernel/items/belongings.service.ts";
import { findSavedRow, putRowsBack, saveMoreRows } from "#server/kernel/items/trash.service.ts";
import { titlesOf } from "#server/kernel/texts/texts.service.ts";
import { formatItemRef } from "#shared/kernel/items.ts";

type Db = App["db"];

/** The ends of a rating, by the column with their id. */
const ENDS = [
  { kind: "prompt", column: "promptId", table: "prompts" },
  { kind: "tool", column: "toolId", table: "ai_tools" },
] as const;

/** The ratings of a prompt, or in a tool. They are deleted and restored with it. */
export const ratingsOf = (kind: "prompt" | "tool"): Belonging => ({
  ...rowsOfItem({
    table: "prompt_ratings",
    itemColumn: `${kind}Id`,
    key: ["promptId", "toolId", "version", "userId"],
  }),
  async restore(db, _itemId, rows) {
    for await (const batch of rows()) await restoreRatings(db, batch);
  },
});

/** Restores ratings that were deferred to this deletion. They follow the item, like rows that move in portions. */
export const withDeferredRatings: ManyBelongings = {
  take: () => Promise.resolve([]),
  restore: { prompt_ratings: (db, _deletion, rows) => restoreRatings(db, rows) },
};

/** Restores ratings of people with an account. If the other end is deleted, its own deletion restores the rating. */
async function restoreRatings(db: Db, saved: readonly SavedRow[]): Promise<void> {
  const rows = fitRows(saved, await fitPeople("userId", "away")(db, justThese(saved)));
  const endsOf = (row: SavedRow) => ENDS.map(({ column, ...end }) => ({ ...end, id: String(row[column]) }));
  const there = await titlesOf(db, rows.flatMap(endsOf));
  const goneEndOf = (row: SavedRow) => endsOf(row).find((end) => !there.has(formatItemRef(end)));
  const complete = rows.filter((row) => !goneEndOf(row));
  if (complete.length > 0) await putRowsBack(db, "prompt_ratings", complete);
  for (const row of rows) {
    const end = goneEndOf(row);
    const deleted = end && (await findSavedRow(db, end.table, end.id));
    if (deleted) await saveMoreRows(db, deleted.deletionId, "prompt_ratings", [row]);
  }
}
