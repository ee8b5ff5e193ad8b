import type { App } from "#server/app.ts";
import { createTimeSlices } from "#server/kernel/async/yield-to-event-loop.ts";
import type { User } from "#shared/accounts/users.ts";

import { fieldsOf } from "./history.service.ts";
import { findVersion, type SavedSpan } from "./item-versions.queries.ts";
import type { Library, LibraryItem } from "./library-kind.service.ts";
import { listItemsById } from "./library.service.ts";
import { removeItemWithin } from "./removal.service.ts";
import { saveChanges } from "./saving.service.ts";
import type { RowBudget } from "./trash.service.ts";

export { listSpansOfImport } from "./item-versions.queries.ts";
export type { SavedSpan };

/** What became of the items that somebody had saved. */
export interface UndoneSaves {
  /** Those that were added by it. */
  deleted: number;
  /** Those that are again as they were before it. */
  restored: number;
  /** The ids of those that are left alone, since somebody has changed or deleted them meanwhile. */
  kept: string[];
}

interface Undo {
  by: User;
  spans: readonly SavedSpan[];
  note: string;
  /** More for the ledger. */
  detail: Readonly<Record<string, unknown>>;
  /** How many rows that belong to items the transaction may still move. */
  budget: RowBudget;
}

/** Takes back what was saved of a few items, as far as nobody has changed them since; within a transaction. */
export async function undoSaves<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: App["db"],
  library: Library<Item, Fields>,
  { by, spans, note, detail, budget }: Undo,
): Promise<UndoneSaves> {
  const undone: UndoneSaves = { deleted: 0, restored: 0, kept: [] };
  const ids = spans.map(({ itemId }) => itemId);
  const items = new Map((await listItemsById({ db }, library, ids)).map((item) => [item.id, item]));
  const edited = [];
  const turn = createTimeSlices();
  for (const { itemId, first, last, saves } of spans) {
    await turn();
    const before = items.get(itemId);
    // Somebody else may have saved it in between, too.
    const isUnchanged = before?.revision === last && last - first + 1 === saves;
    const version = isUnchanged ? await findVersion(db, library.kind, itemId, first - 1) : undefined;
    if (before && version) {
      const changes = fieldsOf(library, version);
      edited.push({ before, changes, detail: { ...detail, from: version.revision } });
      undone.restored += 1;
    } else if (isUnchanged && first === 1) {
      await removeItemWithin(app, db, library, { by, id: itemId, detail, budget });
      undone.deleted += 1;
    } else {
      undone.kept.push(itemId);
    }
  }
  await saveChanges(app, db, library, { by, edited, verb: "restored", note });
  return undone;
}
