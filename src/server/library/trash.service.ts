/** What was deleted and can come back, for those that delete and restore it. */
import { randomUUID } from "node:crypto";

import type { DeletionRow, Schema } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import type { User } from "#shared/users.ts";

import { insertKeptRows } from "./belongings.queries.ts";
import type { KeptRow } from "./item-store.ts";
import { deleteVersions } from "./item-versions.queries.ts";
import {
  deleteDeletion,
  findDeletedRow,
  findDeletion,
  findLastPosition,
  insertDeletedRows,
  insertDeletion,
  type KeptBy,
  listDeletionsWithin,
} from "./trash.queries.ts";

export {
  deleteDeletion as forgetDeletion,
  findDeletion,
  readDeletedRows as readKeptRows,
} from "./trash.queries.ts";

type Db = App["db"];

/** Begins to keep something that this person deletes; returns the id by which it can be restored. */
export async function keepDeletion(
  app: App,
  db: Db,
  by: User,
  deletion: Pick<DeletionRow, "kind" | "itemId" | "containerId" | "title" | "image">,
): Promise<string> {
  const id = randomUUID();
  const deletedAt = app.now().toISOString();
  await insertDeletion(db, { ...deletion, id, contents: "{}", deletedAt, deletedBy: by.id });
  return id;
}

/** Keeps rows of a table as they stand there, the first of them at this position. */
export const keepRows = (
  db: Db,
  deletionId: string,
  rows: { table: keyof Schema; position: number; rows: readonly KeptRow[] },
): Promise<void> => insertDeletedRows(db, deletionId, rows);

/** A row that deletions keep, as the latest of them does, with the time of that; undefined where none does. */
export const findKeptRow = (db: Db, table: keyof Schema, itemId: string): Promise<KeptBy | undefined> =>
  findDeletedRow(db, table, itemId);

/** Keeps more rows with something that was deleted before. */
export async function keepMoreRows(
  db: Db,
  deletionId: string,
  table: keyof Schema,
  rows: readonly KeptRow[],
): Promise<void> {
  const position = (await findLastPosition(db, deletionId)) + 1;
  await insertDeletedRows(db, deletionId, { table, position, rows });
}

/** Puts rows back into their table, over those that have the same in the columns `over`. */
export const putRowsBack = (
  db: Db,
  table: keyof Schema,
  rows: readonly KeptRow[],
  options?: { over: readonly string[] },
): Promise<void> => insertKeptRows(db, table, rows, options);

/**
 * Deletes for good what a deletion keeps, within a transaction; of an item its history too, and what was deleted of its
 * discussion before.
 */
export async function purge(db: Db, { id, kind, itemId }: DeletionRow): Promise<void> {
  await deleteDeletion(db, id);
  if (kind === "comment") return;
  for (const within of await listDeletionsWithin(db, itemId)) await deleteDeletion(db, within);
  await deleteVersions(db, kind, itemId);
}

/** What is kept of something that was deleted, or a refusal with 404; `db` may be that of a transaction. */
export async function getDeletion(db: Db, id: string): Promise<DeletionRow> {
  const deletion = await findDeletion(db, id);
  if (!deletion) throw notFound("This was restored already, or deleted for good");
  return deletion;
}
