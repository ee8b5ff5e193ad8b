/**
 * Deletes and restores items. A deletion moves the item and its dependent rows into the tables `deletions` and
 * `deleted_rows`, so other queries ignore them (docs/decisions/0043-move-deleted-items-to-their-own-tables.md). One
 * transaction moves the item with a few rows; if there may be thousands, later batches move the rest.
 */
import type { DeletionRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import { conflict } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { belongingsOf } from "#server/kernel/slice.ts";
import type { User } from "#shared/accounts/users.ts";
import type { RemovalRequest } from "#shared/kernel/deletions.ts";

import type { Belonging, BatchedBelonging } from "./belongings.service.ts";
import { deleteRow, findRawRow } from "./items.queries.ts";
import type { Library, LibraryItem } from "./library-kind.service.ts";
import { getItem } from "./library.service.ts";
import { eventSubject } from "./saving.service.ts";
import {
  deleteItemId,
  deleteRowsUpTo,
  deleteStoredRows,
  findBatchEnd,
  insertDeletedRows,
  listStoredRows,
  type StoredRow,
  updateContents,
} from "./trash.queries.ts";
import {
  findDeletionInStage,
  deleteDeletion,
  saveDeletion,
  saveDeletedRows,
  createRowBudget,
  restoreRows,
  readDeletedRows,
  type RowBudget,
  updateStage,
} from "./trash.service.ts";

/** Number of rows moved without a break. Restoring an article with its search index takes half a millisecond. */
const BATCH_SIZE = 40;

/** Numbers of rows deleted with an item, by display name. */
export type Contents = Readonly<Record<string, number>>;

export interface Removal {
  deletionId: string;
  contents: Contents;
}

/**
 * Deletes an item with its dependent rows, even if another user added it. `restoreItem` restores it. Throws 409 with
 * the current item if `revision` is outdated.
 */
export async function removeItem<Item extends LibraryItem, Fields extends object>(
  app: App,
  library: Library<Item, Fields>,
  { by, id, revision }: RemovalRequest & { by: User },
): Promise<Removal> {
  // Otherwise, rows that are still being restored would be added to a deleted item.
  const restoring = await findDeletionInStage(app.db, { kind: library.kind, itemId: id, stage: "restoring" });
  if (restoring !== undefined) await app.pendingWork.finishDeletion(restoring);
  const removal = await app.db
    .transaction()
    .execute((db) =>
      removeItemInTransaction(app, db, library, { by, id, revision, budget: createRowBudget() }),
    );
  if (!removal.isDone) app.pendingWork.start();
  return removal;
}

interface RemovalOptions {
  by: Pick<User, "id">;
  id: string;
  revision?: number | undefined;
  /** Number of dependent rows that the transaction may move. The rest is left to `app.pendingWork`. */
  budget: RowBudget;
  /** Additional data for the activity log. */
  detail?: Readonly<Record<string, unknown>>;
}

/** Like `removeItem`, within a transaction. */
export async function removeItemInTransaction<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  { by, id, revision, budget, detail = {} }: RemovalOptions,
): Promise<Removal & { isDone: boolean }> {
  const item = await getItem({ db }, library, id);
  if (revision !== undefined && revision !== item.revision) {
    throw conflict(
      `Someone else changed this ${library.kind} after you opened it. Review their version, then delete it.`,
      item,
    );
  }
  const { kind, store } = library;
  const { immediate, batched } = belongingsOf(kind);
  const subject = eventSubject(library, item);
  const deletionId = await saveDeletion(app, db, by, {
    kind,
    itemId: id,
    containerKind: null,
    containerId: null,
    title: subject.title,
    image: library.pictureOf(item),
  });
  const row = await findRawRow(db, store, id);
  await saveDeletedRows(db, deletionId, { table: store.table, position: 0, rows: [row] });
  const contents = await countBatchedRows(db, batched, id);
  await updateContents(db, deletionId, contents);
  await saveBelongings(db, deletionId, immediate, id);
  // In batches: the database's own cascade would delete thousands at once.
  for (const belonging of immediate.toReversed()) await belonging.remove?.(db, id);
  await deleteRow(db, store, id);
  await updateStage(db, deletionId, "deleting");
  const isDone = await deleteBatch(db, { id: deletionId, kind, itemId: id }, budget);
  await recordEvents(app, db, [
    { ...subject, actorId: by.id, verb: "deleted", detail: { ...contents, ...detail, deletion: deletionId } },
  ]);
  return { deletionId, contents, isDone };
}

async function countBatchedRows(
  db: Db,
  batched: readonly BatchedBelonging[],
  itemId: string,
): Promise<Contents> {
  const contents: Record<string, number> = {};
  for (const { name, count } of batched)
    if (name !== undefined && count) contents[name] = await count(db, itemId);
  return contents;
}

async function saveBelongings(
  db: Db,
  deletionId: string,
  belongings: readonly Belonging[],
  itemId: string,
): Promise<void> {
  let position = 1;
  for (const { table, read } of belongings) {
    for await (const rows of read(db, itemId)) {
      await saveDeletedRows(db, deletionId, { table, position, rows });
      position += rows.length;
    }
  }
}

type PendingDeletion = Pick<DeletionRow, "id" | "kind" | "itemId">;

/** Deletes more dependent rows of a deleted item, within a transaction. Returns true once all are deleted. */
export async function deleteBatch(
  db: Db,
  { id, kind, itemId }: PendingDeletion,
  budget: RowBudget,
): Promise<boolean> {
  let end = await findBatchEnd(db, id);
  for (const { deleteRows } of belongingsOf(kind).batched) {
    for (;;) {
      if (budget.rows <= 0) return false;
      const deleted = await deleteRows(db, itemId, Math.min(BATCH_SIZE, budget.rows));
      const count = deleted.reduce((sum, { rows }) => sum + rows.length, 0);
      if (count === 0) break;
      for (const { table, rows } of deleted) {
        end -= rows.length;
        await insertDeletedRows(db, id, { table, position: end, rows });
      }
      budget.rows -= count;
      await yieldToEventLoop();
    }
  }
  await deleteItemId(db, itemId);
  await updateStage(db, id, "done");
  return true;
}

/**
 * Restores an item and some of its rows, within a transaction. Returns true if those were all. `app.pendingWork`
 * restores the others.
 */
export async function restoreItem<Item extends LibraryItem, Fields extends object>(
  app: App,
  db: Db,
  library: Library<Item, Fields>,
  { by, deletion }: { by: User; deletion: DeletionRow },
): Promise<boolean> {
  const { store } = library;
  const { id: deletionId, itemId } = deletion;
  const belongings = [itemRowBelonging(store.table), ...belongingsOf(library.kind).immediate];
  for (const { table, restore } of belongings)
    await restore(db, itemId, () => readDeletedRows(db, deletionId, table));
  await deleteStoredRows(
    db,
    deletionId,
    belongings.map(({ table }) => table),
  );
  await updateStage(db, deletionId, "restoring");
  const isDone = await restoreBatch(db, deletion, createRowBudget());
  const item = await getItem({ db }, library, itemId);
  await recordEvents(app, db, [
    {
      ...eventSubject(library, item),
      actorId: by.id,
      verb: "restored",
      detail: { deletion: deletionId, revision: item.revision },
    },
  ]);
  return isDone;
}

const itemRowBelonging = (table: Belonging["table"]): Pick<Belonging, "table" | "restore"> => ({
  table,
  async restore(db, _itemId, rows) {
    for await (const batch of rows()) await restoreRows(db, table, batch);
  },
});

/** Restores more dependent rows of an item, within a transaction. Returns true once all are restored. */
export async function restoreBatch(db: Db, deletion: PendingDeletion, budget: RowBudget): Promise<boolean> {
  const { batched } = belongingsOf(deletion.kind);
  const restore: BatchedBelonging["restore"] = Object.assign(
    {},
    ...batched.map((belonging) => belonging.restore),
  );
  while (budget.rows > 0) {
    const stored = await listStoredRows(db, deletion.id, Math.min(BATCH_SIZE, budget.rows));
    const [first] = stored;
    if (!first) {
      for (const { afterRestore } of batched) await afterRestore?.(db, deletion.itemId);
      await deleteDeletion(db, deletion.id);
      return true;
    }
    // Only rows of one table, because restoring them may change the saved rows of the next tables.
    const { table } = first;
    const sameTable = stored.slice(0, countLeadingRows(stored));
    const restoreTableRows = restore[table] ?? ((_db, _deletion, rows) => restoreRows(db, table, rows));
    await restoreTableRows(
      db,
      deletion,
      sameTable.map(({ row }) => row),
    );
    await deleteRowsUpTo(db, deletion.id, sameTable.at(-1)?.position ?? first.position);
    budget.rows -= sameTable.length;
    await yieldToEventLoop();
  }
  return false;
}

/** Counts the leading rows that belong to the first one's table. */
function countLeadingRows(stored: readonly StoredRow[]): number {
  const end = stored.findIndex(({ table }) => table !== stored[0]?.table);
  return end === -1 ? stored.length : end;
}
