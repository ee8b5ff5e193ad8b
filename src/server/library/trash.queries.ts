import { setImmediate } from "node:timers/promises";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import type { DeletionRow, Schema } from "#db/schema.ts";

import type { KeptRow } from "./item-store.ts";

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

/** What was deleted of the discussion of an item. */
export async function listDeletionsWithin(db: Db, containerId: string): Promise<string[]> {
  const rows = await db.selectFrom("deletions").select("id").where("containerId", "=", containerId).execute();
  return rows.map(({ id }) => id);
}

/** Keeps rows of a table, the first of them at this position. */
export async function insertDeletedRows(
  db: Db,
  deletionId: string,
  { table, position, rows }: { table: keyof Schema; position: number; rows: readonly KeptRow[] },
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

/** The kept rows of one table, a few at a time, in their order; whoever waits for the thread goes in between. */
export async function* readDeletedRows(
  db: Db,
  deletionId: string,
  table: keyof Schema,
): AsyncGenerator<readonly KeptRow[]> {
  const last = await findLastPosition(db, deletionId);
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

/** A row that a deletion keeps, and which one and of when that is. */
export interface KeptBy {
  row: KeptRow;
  deletionId: string;
  deletedAt: string;
}

/** A row that deletions keep, as the latest of them does. */
export async function findDeletedRow(
  db: Db,
  table: keyof Schema,
  itemId: string,
): Promise<KeptBy | undefined> {
  const found = await db
    .selectFrom("deleted_rows")
    .innerJoin("deletions", "deletions.id", "deleted_rows.deletionId")
    .select(["deleted_rows.content", "deleted_rows.deletionId", "deletions.deletedAt"])
    .where("deleted_rows.tableName", "=", table)
    .where("deleted_rows.itemId", "=", itemId)
    .orderBy("deletions.deletedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!found) return undefined;
  const { content, ...by } = found;
  return { ...by, row: readRow(content) };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
const readRow = (content: string): KeptRow => JSON.parse(content) as KeptRow;

/** Forgets a deletion and what it keeps, a few rows at a time. */
export async function deleteDeletion(db: Db, id: string): Promise<void> {
  for (let last = await findLastPosition(db, id); last >= 0; last -= ROWS_AT_ONCE) {
    await db
      .deleteFrom("deleted_rows")
      .where("deletionId", "=", id)
      .where("position", ">", last - ROWS_AT_ONCE)
      .execute();
    await setImmediate();
  }
  await db.deleteFrom("deletions").where("id", "=", id).execute();
}

/** The position of the last row that a deletion keeps; -1 where it keeps none. */
export async function findLastPosition(db: Db, deletionId: string): Promise<number> {
  const { last } = await db
    .selectFrom("deleted_rows")
    .select(({ fn }) => fn.max<number | null>("position").as("last"))
    .where("deletionId", "=", deletionId)
    .executeTakeFirstOrThrow();
  return last ?? -1;
}
