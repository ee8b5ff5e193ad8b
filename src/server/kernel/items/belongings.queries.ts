import { setImmediate } from "node:timers/promises";

import { type RawBuilder, sql } from "kysely";

import type { Db } from "#db/database.ts";
import { inBatches } from "#db/rows.ts";
import type { Schema } from "#db/schema.ts";

import type { SavedRow } from "./item-store.ts";

/** Number of rows read or deleted by one statement. */
const BATCH_SIZE = 100;

/**
 * Table with rows that belong to items. `itemColumn` contains the item's id, and `key` identifies a row within its item.
 */
export interface DependentTable {
  table: keyof Schema;
  itemColumn: string;
  key: readonly string[];
}

const columns = (names: readonly string[], end = "") =>
  sql.join(names.map((name) => sql`${sql.ref(name)}${sql.raw(end)}`));

/** Lists an item's next rows after the given one, in key order. */
export async function listRowsAfter(
  db: Db,
  { table, itemColumn, key }: DependentTable,
  itemId: string,
  last: SavedRow | undefined,
): Promise<readonly SavedRow[]> {
  const isAfter: RawBuilder<unknown> = last
    ? sql`and (${columns(key)}) > (${sql.join(key.map((name) => last[name]))})`
    : sql``;
  const { rows } = await sql<SavedRow>`
    select * from ${sql.table(table)} where ${sql.ref(itemColumn)} = ${itemId} ${isAfter}
    order by ${columns(key)} limit ${BATCH_SIZE}`.execute(db);
  return rows;
}

/** Reads all rows of an item in batches, in key order. Other requests run in between. */
export async function* readItemRows(
  db: Db,
  dependentTable: DependentTable,
  itemId: string,
): AsyncGenerator<readonly SavedRow[]> {
  let rows = await listRowsAfter(db, dependentTable, itemId, undefined);
  while (rows.length > 0) {
    yield rows;
    await setImmediate();
    rows = await listRowsAfter(db, dependentTable, itemId, rows.at(-1));
  }
}

/** Deletes all rows of an item in batches, in reverse order. */
export async function deleteItemRows(db: Db, dependentTable: DependentTable, itemId: string): Promise<void> {
  const { table, itemColumn, key } = dependentTable;
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (${columns(key)}) in (
        select ${columns(key)} from ${sql.table(table)} where ${sql.ref(itemColumn)} = ${itemId}
        order by ${columns(key, " desc")} limit ${BATCH_SIZE})`.execute(db);
    deleted = Number(numAffectedRows);
    await setImmediate();
  }
}

/**
 * Restores saved rows. Columns added since then get their defaults. Replaces rows with the same values in
 * `conflictColumns`.
 */
export async function insertSavedRows(
  db: Db,
  table: keyof Schema,
  rows: readonly SavedRow[],
  { conflictColumns = [] }: { conflictColumns?: readonly string[] } = {},
): Promise<void> {
  for await (const batch of inBatches(rows)) {
    const names = Object.keys(batch[0] ?? {});
    const values = batch.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
    const changes = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
    const replacing =
      conflictColumns.length === 0
        ? sql``
        : sql`on conflict (${columns(conflictColumns)}) do update set ${sql.join(changes)}`;
    await sql`
      insert into ${sql.table(table)} (${columns(names)}) values ${sql.join(values)} ${replacing}`.execute(
      db,
    );
  }
}

/** Returns the ids that belong to an account. */
export async function listExistingUsers(db: Db, ids: readonly string[]): Promise<string[]> {
  const existing: string[] = [];
  for await (const batch of inBatches(ids)) {
    const rows = await db.selectFrom("users").select("id").where("id", "in", batch).execute();
    existing.push(...rows.map(({ id }) => id));
  }
  return existing;
}
