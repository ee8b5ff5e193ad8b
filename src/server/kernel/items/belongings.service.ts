import type { Db } from "#server/app.ts";

import {
  deleteItemRows,
  insertSavedRows,
  listExistingUsers,
  readItemRows,
  type DependentTable,
} from "./belongings.queries.ts";
import type { SavedRow } from "./item-store.ts";

export type { SavedRow };

/** Saved rows of one table, in batches and in the order of restoring. Each call starts from the beginning. */
export type SavedRows = () => AsyncIterable<readonly SavedRow[]>;

/** Some rows of one table, in the order of restoring. */
export interface TableRows {
  table: DependentTable["table"];
  rows: readonly SavedRow[];
}

/**
 * Dependent rows that may be too many for one transaction. They are deleted or restored in batches after the item, so
 * only some may be present in between.
 */
export interface BatchedBelonging {
  /** Display name of these rows, where their number is shown. */
  name?: string;
  count?(db: Db, itemId: string): Promise<number>;
  /**
   * Deletes about `limit` rows at most and returns them. Within a table, the first is restored last. Returns nothing
   * once all are deleted.
   */
  deleteRows(db: Db, itemId: string, limit: number): Promise<readonly TableRows[]>;
  /** Restores some rows, for each table. */
  restore: Readonly<Partial<Record<DependentTable["table"], RestoreRows>>>;
  /** Runs after all rows of the item are restored. */
  afterRestore?(db: Db, itemId: string): Promise<void>;
}

type RestoreRows = (
  db: Db,
  deletion: { id: string; itemId: string },
  rows: readonly SavedRow[],
) => Promise<void>;

/** Rows of another table, few in number, that are deleted and restored with an item. */
export interface Belonging {
  table: DependentTable["table"];
  /** Reads the rows of an item to save, in batches and in the order of restoring. */
  read(db: Db, itemId: string): AsyncIterable<readonly SavedRow[]>;
  /** Deletes them in batches. Absent if another table's rows delete them. */
  remove?(db: Db, itemId: string): Promise<void>;
  restore(db: Db, itemId: string, rows: SavedRows): Promise<void>;
}

/** Adapts a saved row for restoring. Returns null to skip it. */
type AdaptRow = (row: SavedRow) => SavedRow | null;
/** Returns how to adapt rows to changes since their deletion. */
type CreateAdapter = (db: Db, savedRows: SavedRows) => Promise<AdaptRow>;

interface DependentRowsOptions extends DependentTable {
  createAdapter?: CreateAdapter;
}

/** Creates a belonging for the rows of a table that refer to the item, saved and restored unchanged. */
export const dependentRows = ({
  createAdapter,
  itemColumn,
  key,
  ...described
}: DependentRowsOptions): Belonging => {
  const rows = { table: described.table, itemColumn, key };
  return {
    ...described,
    read: (db, itemId) => readItemRows(db, rows, itemId),
    remove: (db, itemId) => deleteItemRows(db, rows, itemId),
    async restore(db, _itemId, savedRows) {
      const adapt = (await createAdapter?.(db, savedRows)) ?? ((row) => row);
      for await (const batch of savedRows()) {
        const restorable = adaptRows(batch, adapt);
        if (restorable.length > 0) await insertSavedRows(db, rows.table, restorable);
      }
    },
  };
};

/** Returns rows in the form that `CreateAdapter` reads. */
export const toSavedRows = (rows: readonly SavedRow[]): SavedRows =>
  async function* read() {
    yield await Promise.resolve(rows);
  };

/** Adapts rows for restoring, without the skipped ones. */
export const adaptRows = (rows: readonly SavedRow[], adapt: AdaptRow): SavedRow[] =>
  rows.map(adapt).filter((row) => row !== null);

/** Adapts rows of users who were deleted since: clears the user, or skips the row if its column requires one. */
export const adaptUserColumn =
  (column: string, ifMissing: "clear" | "skip"): CreateAdapter =>
  async (db, savedRows) => {
    const existingUsers = new Set<unknown>();
    for await (const batch of savedRows()) {
      const ids = new Set(batch.flatMap((row) => (row[column] === null ? [] : String(row[column]))));
      for (const id of await listExistingUsers(db, [...ids])) existingUsers.add(id);
    }
    const isMissing = (row: SavedRow) => row[column] !== null && !existingUsers.has(row[column]);
    return (row) => {
      if (!isMissing(row)) return row;
      return ifMissing === "clear" ? { ...row, [column]: null } : null;
    };
  };
