/** What was deleted and can come back, for those that delete and restore it. */
import { randomUUID } from "node:crypto";

import type { DeletionRow, Schema } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";
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
  type SavedBy,
  listDeletionsWithin,
  listStoredRows,
  lockDeletion,
  updateStoredRow,
} from "./trash.queries.ts";

export {
  deleteDeletion as forgetDeletion,
  findDeletion,
  findUnfinished,
  findInStage,
  listItemsBeingDeleted,
  lockDeletion,
  readDeletedRows as readKeptRows,
  updateStage,
} from "./trash.queries.ts";

type Db = App["db"];

/** How many rows a transaction may still move. */
export interface RowBudget {
  rows: number;
}

/** What one transaction moves at most, but for the few rows without which an item is not there. */
export const newBudget = (): RowBudget => ({ rows: 500 });

/** Begins to keep something that this person deletes; returns the id by which it can be restored. */
export async function saveDeletion(
  app: App,
  db: Db,
  by: User,
  deletion: Pick<DeletionRow, "kind" | "itemId" | "containerId" | "title" | "image">,
): Promise<string> {
  const id = randomUUID();
  const deletedAt = app.now().toISOString();
  await insertDeletion(db, { ...deletion, id, contents: "{}", deletedAt, deletedBy: by.id, stage: "done" });
  return id;
}

/** Keeps rows of a table as they stand there, the first of them at this position. */
export const saveDeletedRows = (
  db: Db,
  deletionId: string,
  rows: { table: keyof Schema; position: number; rows: readonly SavedRow[] },
): Promise<void> => insertDeletedRows(db, deletionId, rows);

/** A row that deletions keep, as the latest of them does, with the time of that; undefined where none does. */
export const findSavedRow = (db: Db, table: keyof Schema, itemId: string): Promise<SavedBy | undefined> =>
  findDeletedRow(db, table, itemId);

/** Keeps more rows with something that was deleted before. */
export async function saveMoreRows(
  db: Db,
  deletionId: string,
  table: keyof Schema,
  rows: readonly SavedRow[],
): Promise<void> {
  const position = (await findLastPosition(db, deletionId)) + 1;
  await insertDeletedRows(db, deletionId, { table, position, rows });
}

/** Puts rows back into their table, over those that have the same in the columns `over`. */
export const putRowsBack = (
  db: Db,
  table: keyof Schema,
  rows: readonly SavedRow[],
  options?: { over: readonly string[] },
): Promise<void> => insertSavedRows(db, table, rows, options);

/** Changes rows that a deletion stores, where `change` returns another row than null; other requests run in between. */
export async function changeStoredRows(
  db: Db,
  deletionId: string,
  change: (table: keyof Schema, row: SavedRow) => SavedRow | null,
): Promise<void> {
  for (let after = -1; ;) {
    const stored = await listStoredRows(db, deletionId, ROWS_AT_ONCE, after);
    for (const one of stored) {
      const row = change(one.table, one.row);
      if (row) await updateStoredRow(db, deletionId, { ...one, row });
    }
    const last = stored.at(-1);
    if (!last) return;
    after = last.position;
    await yieldToEventLoop();
  }
}

const ROWS_AT_ONCE = 100;

/**
 * Deletes some of what a deletion keeps for good, within a transaction; of an item its history too, and what was deleted
 * of its discussion before. Returns whether all of it is gone.
 */
export async function purgeSome(
  db: Db,
  { id, kind, itemId }: DeletionRow,
  budget: RowBudget,
): Promise<boolean> {
  const library = findLibrary(kind);
  while (budget.rows > 0) {
    const limit = Math.min(ROWS_AT_ONCE, budget.rows);
    const within = library ? await listDeletionsWithin(db, itemId, Math.ceil(limit / 10)) : [];
    for (const one of within) await deleteDeletion(db, one);
    const deleted =
      within.length * 2 ||
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

/**
 * What is kept of something that was deleted, or a refusal with 404. Within a transaction, at whose end others find what
 * became of it.
 */
export async function getDeletion(db: Db, id: string): Promise<DeletionRow> {
  const deletion = await lockDeletion(db, id);
  if (!deletion || deletion.stage === "restoring" || deletion.stage === "purging")
    throw notFound("This was restored already, or deleted for good");
  return deletion;
}
