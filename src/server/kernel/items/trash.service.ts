/** Storage of deleted items, for the code that deletes and restores them. */
import { randomUUID } from "node:crypto";

import type { DeletionRow, Schema } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import { findLibrary } from "#server/kernel/slice.ts";
import type { User } from "#shared/accounts/users.ts";

import { insertSavedRows } from "./belongings.queries.ts";
import type { SavedRow } from "./item-store.ts";
import { deleteSomeVersions } from "./item-versions.queries.ts";
import {
  deleteDeletion,
  deleteSomeRows,
  findDeletedRow,
  findLastPosition,
  insertDeletedRows,
  insertDeletion,
  type DeletedRow,
  listDeletionsInContainer,
  listStoredRows,
  lockDeletion,
  updateStoredRow,
} from "./trash.queries.ts";

export {
  deleteDeletion,
  findDeletion,
  findUnfinishedDeletion,
  findDeletionInStage,
  listItemsBeingDeleted,
  lockDeletion,
  readDeletedRows,
  updateStage,
} from "./trash.queries.ts";

/** Number of rows that a transaction may still move. */
export interface RowBudget {
  rows: number;
}

/** Creates the budget of one transaction. The few essential rows of an item don't count. */
export const createRowBudget = (rows = 500): RowBudget => ({ rows });

/** Creates a deletion by this user. Returns the id by which it can be restored. */
export async function saveDeletion(
  app: App,
  db: Db,
  by: Pick<User, "id">,
  deletion: Pick<DeletionRow, "kind" | "itemId" | "containerKind" | "containerId" | "title" | "image">,
): Promise<string> {
  const id = randomUUID();
  const deletedAt = app.now().toISOString();
  await insertDeletion(db, { ...deletion, id, contents: "{}", deletedAt, deletedBy: by.id, stage: "done" });
  return id;
}

/** Saves deleted rows of a table unchanged, from this position on. */
export const saveDeletedRows = (
  db: Db,
  deletionId: string,
  rows: { table: keyof Schema; position: number; rows: readonly SavedRow[] },
): Promise<void> => insertDeletedRows(db, deletionId, rows);

/** Finds a saved row in the latest deletion that has it, with its time. Returns undefined if there is none. */
export const findSavedRow = (db: Db, table: keyof Schema, itemId: string): Promise<DeletedRow | undefined> =>
  findDeletedRow(db, table, itemId);

/** Adds saved rows to an existing deletion. */
export async function addSavedRows(
  db: Db,
  deletionId: string,
  table: keyof Schema,
  rows: readonly SavedRow[],
): Promise<void> {
  const position = (await findLastPosition(db, deletionId)) + 1;
  await insertDeletedRows(db, deletionId, { table, position, rows });
}

/** Restores rows to their table, replacing rows that are equal in `conflictColumns`. */
export const restoreRows = (
  db: Db,
  table: keyof Schema,
  rows: readonly SavedRow[],
  options?: { conflictColumns: readonly string[] },
): Promise<void> => insertSavedRows(db, table, rows, options);

/** Changes saved rows of a deletion, unless `change` returns null. Other requests run in between. */
export async function updateStoredRows(
  db: Db,
  deletionId: string,
  change: (table: keyof Schema, row: SavedRow) => SavedRow | null,
): Promise<void> {
  for (let after = -1; ;) {
    const stored = await listStoredRows(db, deletionId, BATCH_SIZE, after);
    for (const storedRow of stored) {
      const row = change(storedRow.table, storedRow.row);
      if (row) await updateStoredRow(db, deletionId, { ...storedRow, row });
    }
    const last = stored.at(-1);
    if (!last) return;
    after = last.position;
    await yieldToEventLoop();
  }
}

const BATCH_SIZE = 100;

/**
 * Permanently deletes part of a deletion, within a transaction, including an item's history and earlier deletions in
 * its discussion. Returns true once all is deleted.
 */
export async function purgeBatch(
  db: Db,
  { id, kind, itemId }: DeletionRow,
  budget: RowBudget,
): Promise<boolean> {
  const library = findLibrary(kind);
  while (budget.rows > 0) {
    const limit = Math.min(BATCH_SIZE, budget.rows);
    const innerDeletions = library ? await listDeletionsInContainer(db, itemId, Math.ceil(limit / 10)) : [];
    for (const deletionId of innerDeletions) await deleteDeletion(db, deletionId);
    const deleted =
      innerDeletions.length * 2 ||
      (library ? await deleteSomeVersions(db, library.kind, itemId, limit) : 0) ||
      (await deleteSomeRows(db, id, limit));
    if (deleted === 0) {
      await deleteDeletion(db, id);
      return true;
    }
    budget.rows -= deleted;
    await yieldToEventLoop();
  }
  return false;
}

/** Returns and locks a deletion, within a transaction. Throws 404 if there is none. */
export async function getDeletion(db: Db, id: string): Promise<DeletionRow> {
  const deletion = await lockDeletion(db, id);
  if (!deletion || deletion.stage === "restoring" || deletion.stage === "purging")
    throw notFound("This was already restored or permanently deleted");
  return deletion;
}
