/** Discussions as rows that are deleted and restored with their items. */
import type { App } from "#server/app.ts";
import {
  fitPeople,
  fitRows,
  justThese,
  type ManyBelongings,
  type TakenRows,
} from "#server/kernel/items/belongings.service.ts";
import { putRowsBack } from "#server/kernel/items/trash.service.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

import { countComments, findDiscussed, takeLastComments, takeReads } from "./comments.queries.ts";

type Db = App["db"];

/** The discussion of an item of this kind, with the time when each person last opened it. */
export const discussionOf = (kind: ItemKind): ManyBelongings => ({
  name: "comments",
  count: (db, id) => countComments(db, { kind, id }),
  take: (db, id, limit) => takeDiscussions(db, kind, [id], limit),
  restore: {
    // Restoring a single reply may have left its parent here, without words.
    comments: (db, _deletion, rows) => putRowsBack(db, "comments", rows, { over: ["id"] }),
    async comment_reads(db, _deletion, rows) {
      const fit = await fitPeople("userId", "away")(db, justThese(rows));
      await putRowsBack(db, "comment_reads", fitRows(rows, fit), { over: ["userId", "kind", "itemId"] });
    },
  },
});

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
  const visited = await findDiscussed(db, "comment_reads", kind, ids);
  if (visited === undefined) return [];
  const rows = await takeReads(db, { kind, id: visited }, limit);
  return [{ table: "comment_reads", rows: rows.map((row) => ({ ...row })) }];
}
