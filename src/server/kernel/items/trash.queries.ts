import { setImmediate } from "node:timers/promises";

import { sql } from "kysely";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import type { DeletionRow, Schema } from "#db/schema.ts";

import type { SavedRow } from "./item-store.ts";

/** How many kept rows are read or deleted by one statement. */
const ROWS_AT_ONCE = 100;

export const insertDeletion = (db: Db, deletion: DeletionRow) =>
  db.insertInto("deletions").values(deletion).execute();

/** Notes how much of what went with an item. */
export const updateContents = (db: Db, id: string, contents: object) =>
  db
    .updateTable("deletions")
    .set({ contents: JSON.stringify(contents) })
    .where("id", "=", id)
    .execute();

export const findDeletion = (db: Db, id: string): Promise<DeletionRow | undefined> =>
  db.selectFrom("deletions").selectAll().where("id", "=", id).executeTakeFirst();

/** Some of what was deleted of the discussion of an item. */
export async function listDeletionsWithin(db: Db, containerId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("deletions")
    .select("id")
    .where("containerId", "=", containerId)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps rows of a table, the first of them at this position. */
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
 * Rows that are moved in portions are stored from here downwards, so that what was deleted last is restored first. All
 * others are stored from 0 upwards.
 */
const PORTIONS_BELOW = 2 ** 40;
const PORTIONS_FROM = 2 ** 39;

/**
 * The stored rows of one table that were deleted together with the item, a few at a time, in their order; other requests
 * run in between.
 */
export async function* readDeletedRows(
  db: Db,
  deletionId: string,
  table: keyof Schema,
): AsyncGenerator<readonly SavedRow[]> {
  const last = await findLastPosition(db, deletionId, PORTIONS_FROM);
  // By position, so that those of other tables cost nothing that grows.
  for (let start = 0; start <= last; start += ROWS_AT_ONCE) {
    const rows = await db
      .selectFrom("deleted_rows")
      .select(["tableName", "content"])
      .where("deletionId", "=", deletionId)
      .where("position", ">=", start)
      .where("position", "<", start + ROWS_AT_ONCE)
      .orderBy("position")
      .execute();
    const ofTable = rows.filter(({ tableName }) => tableName === table);
    if (ofTable.length > 0) yield ofTable.map(({ content }) => readRow(content));
    await setImmediate();
  }
}

/** Deletes the rows that `readDeletedRows` reads, of all these tables. */
export const deleteStoredRows = (db: Db, deletionId: string, tables: readonly (keyof Schema)[]) =>
  db
    .deleteFrom("deleted_rows")
    .where("deletionId", "=", deletionId)
    .where("position", "<", PORTIONS_FROM)
    .where("tableName", "in", tables)
    .execute();

/** Where the next rows of a portion end. */
export async function findPortionEnd(db: Db, deletionId: string): Promise<number> {
  const { first } = await db
    .selectFrom("deleted_rows")
    .select(({ fn }) => fn.min<number | null>("position").as("first"))
    .where("deletionId", "=", deletionId)
    .where("position", ">=", PORTIONS_FROM)
    .executeTakeFirstOrThrow();
  return first ?? PORTIONS_BELOW;
}

/** A stored row, with its table and where it stands. */
export interface StoredRow {
  position: number;
  table: keyof Schema;
  row: SavedRow;
}

/** The next rows in the order in which they are restored. */
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

/** Deletes the rows up to a position. */
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

/** Notes what is under way with the rows of a deletion. */
export const updateStage = (db: Db, id: string, stage: DeletionRow["stage"]) =>
  db.updateTable("deletions").set({ stage }).where("id", "=", id).execute();

/** A deletion as it is now; until the transaction ends, no other one gets it by this. */
export const lockDeletion = (db: Db, id: string): Promise<DeletionRow | undefined> =>
  db
    .updateTable("deletions")
    .set(({ ref }) => ({ stage: ref("stage") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

/** The next deletion whose rows are not where they belong yet, after this one in the order of their ids. */
export async function findUnfinished(db: Db, after = ""): Promise<string | undefined> {
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

/** The deleted items of a kind whose other rows are still being moved. */
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

/** The deletion of an item whose rows are in this stage. */
export async function findInStage(
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

/** A row that a deletion keeps, and which one and of when that is. */
export interface SavedBy {
  row: SavedRow;
  deletionId: string;
  deletedAt: string;
}

/** A row that deletions keep, as the latest of them does. */
export async function findDeletedRow(
  db: Db,
  table: keyof Schema,
  itemId: string,
): Promise<SavedBy | undefined> {
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

/** Deletes some of the rows that a deletion stores, at most `limit`; returns how many. */
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

/** Deletes a deletion with the rows that it stores, a few at a time. */
export async function deleteDeletion(db: Db, id: string): Promise<void> {
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE;) {
    deleted = await deleteSomeRows(db, id, ROWS_AT_ONCE);
    await setImmediate();
  }
  await db.deleteFrom("deletions").where("id", "=", id).execute();
}

/** The position of the last row that a deletion stores, before `end` if given; -1 where it stores none. */
export async function findLastPosition(db: Db, deletionId: string, end?: number): Promise<number> {
  const { last } = await db
    .selectFrom("deleted_rows")
    .select(({ fn }) => fn.max<number | null>("position").as("last"))
    .where("deletionId", "=", deletionId)
    .$if(end !== undefined, (query) => query.where("position", "<", end ?? 0))
    .executeTakeFirstOrThrow();
  return last ?? -1;
}
