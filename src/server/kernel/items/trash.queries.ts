import { setImmediate } from "node:timers/promises";

import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { inBatches } from "#db/rows.ts";
import type { DeletionRow, Schema } from "#db/schema.ts";

import type { SavedRow } from "./item-store.ts";

/** Number of saved rows read or deleted by one statement. */
const BATCH_SIZE = 100;

export const insertDeletion = (db: Db, deletion: DeletionRow) =>
  db.insertInto("deletions").values(deletion).execute();

/** Stores the numbers of rows deleted with an item. */
export const updateContents = (db: Db, id: string, contents: object) =>
  db
    .updateTable("deletions")
    .set({ contents: JSON.stringify(contents) })
    .where("id", "=", id)
    .execute();

export const findDeletion = (db: Db, id: string): Promise<DeletionRow | undefined> =>
  db.selectFrom("deletions").selectAll().where("id", "=", id).executeTakeFirst();

/** Lists some earlier deletions within an item's discussion. */
export async function listDeletionsInContainer(
  db: Db,
  containerId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("deletions")
    .select("id")
    .where("containerId", "=", containerId)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Saves deleted rows of a table, from this position on. */
export async function insertDeletedRows(
  db: Db,
  deletionId: string,
  { table, position, rows }: { table: keyof Schema; position: number; rows: readonly SavedRow[] },
): Promise<void> {
  const values = rows.map((row, index) => ({
    deletionId,
    position: position + index,
    tableName: table,
    itemId: typeof row["id"] === "string" ? row["id"] : null,
    content: JSON.stringify(row),
  }));
  for await (const batch of inBatches(values)) await db.insertInto("deleted_rows").values(batch).execute();
}

/**
 * Rows moved in batches are stored from here downwards, so that the last one deleted is restored first. All others are
 * stored from 0 upwards.
 */
const BATCHED_ROWS_END = 2 ** 40;
const BATCHED_ROWS_START = 2 ** 39;

/**
 * Reads the rows of one table deleted together with the item, in batches and in order. Other requests run in between.
 */
export async function* readDeletedRows(
  db: Db,
  deletionId: string,
  table: keyof Schema,
): AsyncGenerator<readonly SavedRow[]> {
  const last = await findLastPosition(db, deletionId, BATCHED_ROWS_START);
  // By position, so that the rows of other tables don't slow it down.
  for (let start = 0; start <= last; start += BATCH_SIZE) {
    const rows = await db
      .selectFrom("deleted_rows")
      .select(["tableName", "content"])
      .where("deletionId", "=", deletionId)
      .where("position", ">=", start)
      .where("position", "<", start + BATCH_SIZE)
      .orderBy("position")
      .execute();
    const tableRows = rows.filter(({ tableName }) => tableName === table);
    if (tableRows.length > 0) yield tableRows.map(({ content }) => readRow(content));
    await setImmediate();
  }
}

/** Deletes the rows that `readDeletedRows` reads, for these tables. */
export const deleteStoredRows = (db: Db, deletionId: string, tables: readonly (keyof Schema)[]) =>
  db
    .deleteFrom("deleted_rows")
    .where("deletionId", "=", deletionId)
    .where("position", "<", BATCHED_ROWS_START)
    .where("tableName", "in", tables)
    .execute();

/** Returns the end position for the next batch's rows. */
export async function findBatchEnd(db: Db, deletionId: string): Promise<number> {
  const { first } = await db
    .selectFrom("deleted_rows")
    .select(({ fn }) => fn.min<number | null>("position").as("first"))
    .where("deletionId", "=", deletionId)
    .where("position", ">=", BATCHED_ROWS_START)
    .executeTakeFirstOrThrow();
  return first ?? BATCHED_ROWS_END;
}

/** Saved row with its table and position. */
export interface StoredRow {
  position: number;
  table: keyof Schema;
  row: SavedRow;
}

/** Lists the next rows in the order of restoring. */
export async function listStoredRows(
  db: Db,
  deletionId: string,
  limit: number,
  after = -1,
): Promise<StoredRow[]> {
  const rows = await db
    .selectFrom("deleted_rows")
    .select(["position", "tableName", "content"])
    .where("deletionId", "=", deletionId)
    .where("position", ">", after)
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows.map(({ position, tableName, content }) => ({
    position,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
    table: tableName as keyof Schema,
    row: readRow(content),
  }));
}

export const deleteRowsUpTo = (db: Db, deletionId: string, position: number) =>
  db
    .deleteFrom("deleted_rows")
    .where("deletionId", "=", deletionId)
    .where("position", "<=", position)
    .execute();

export const updateStoredRow = (db: Db, deletionId: string, { position, row }: StoredRow) =>
  db
    .updateTable("deleted_rows")
    .set({ content: JSON.stringify(row) })
    .where("deletionId", "=", deletionId)
    .where("position", "=", position)
    .execute();

/** Stores the stage of a deletion's rows. */
export const updateStage = (db: Db, id: string, stage: DeletionRow["stage"]) =>
  db.updateTable("deletions").set({ stage }).where("id", "=", id).execute();

/** Locks and returns a deletion. Other callers wait until the transaction ends. */
export const lockDeletion = (db: Db, id: string): Promise<DeletionRow | undefined> =>
  db
    .updateTable("deletions")
    .set(({ ref }) => ({ stage: ref("stage") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

/** Finds the next unfinished deletion after this one, in id order. */
export async function findUnfinishedDeletion(db: Db, after = ""): Promise<string | undefined> {
  const row = await db
    .selectFrom("deletions")
    .select("id")
    .where("stage", "<>", sql.lit("done"))
    .where("id", ">", after)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Lists the ids of deleted items of a kind with rows that are still being moved. */
export async function listItemsBeingDeleted(db: Db, kind: DeletionRow["kind"]): Promise<string[]> {
  const rows = await db
    .selectFrom("deletions")
    .select("itemId")
    .where("stage", "<>", sql.lit("done"))
    .where("stage", "=", "deleting")
    .where("kind", "=", kind)
    .execute();
  return rows.map(({ itemId }) => itemId);
}

/** Returns the id of an item's deletion in this stage. */
export async function findDeletionInStage(
  db: Db,
  { kind, itemId, stage }: Pick<DeletionRow, "kind" | "itemId" | "stage">,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("deletions")
    .select("id")
    .where("kind", "=", kind)
    .where("itemId", "=", itemId)
    .where("stage", "=", stage)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export const deleteItemId = (db: Db, id: string) => db.deleteFrom("item_ids").where("id", "=", id).execute();

/** Saved row, with the id and time of its deletion. */
export interface DeletedRow {
  row: SavedRow;
  deletionId: string;
  deletedAt: string;
}

/** Finds a saved row in the latest deletion that has it. */
export async function findDeletedRow(
  db: Db,
  table: keyof Schema,
  itemId: string,
): Promise<DeletedRow | undefined> {
  const found = await db
    .selectFrom("deleted_rows")
    .innerJoin("deletions", "deletions.id", "deleted_rows.deletionId")
    .select(["deleted_rows.content", "deleted_rows.deletionId", "deletions.deletedAt"])
    .where("deleted_rows.tableName", "=", table)
    .where("deleted_rows.itemId", "=", itemId)
    .where("deletions.stage", "<>", "purging")
    .orderBy("deletions.deletedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!found) return undefined;
  const { content, ...by } = found;
  return { ...by, row: readRow(content) };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
const readRow = (content: string): SavedRow => JSON.parse(content) as SavedRow;

/** Deletes up to `limit` saved rows of a deletion. Returns their number. */
export async function deleteSomeRows(db: Db, id: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("deleted_rows")
    .where("deletionId", "=", id)
    .where("position", "in", ({ selectFrom }) =>
      selectFrom("deleted_rows")
        .select("position")
        .where("deletionId", "=", id)
        .orderBy("position", "desc")
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes a deletion with its saved rows, in batches. */
export async function deleteDeletion(db: Db, id: string): Promise<void> {
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE;) {
    deleted = await deleteSomeRows(db, id, BATCH_SIZE);
    await setImmediate();
  }
  await db.deleteFrom("deletions").where("id", "=", id).execute();
}

/** Returns the position of a deletion's last saved row, before `end` if given. Returns -1 if it has none. */
export async function findLastPosition(db: Db, deletionId: string, end?: number): Promise<number> {
  const { last } = await db
    .selectFrom("deleted_rows")
    .select(({ fn }) => fn.max<number | null>("position").as("last"))
    .where("deletionId", "=", deletionId)
    .$if(end !== undefined, (query) => query.where("position", "<", end ?? 0))
    .executeTakeFirstOrThrow();
  return last ?? -1;
}
