import type { App } from "#server/app.ts";

import {
  deleteRowsOf,
  insertSavedRows,
  listPeople,
  readRowsOf,
  type RowsOfItem,
} from "./belongings.queries.ts";
import type { SavedRow } from "./item-store.ts";

type Db = App["db"];

export type { SavedRow };

/** The kept rows of one table, a few at a time, in the order in which they go back; from the start with each call. */
export type SavedRows = () => AsyncIterable<readonly SavedRow[]>;

/** A few rows of one table, in the order in which they are restored. */
export interface TakenRows {
  table: RowsOfItem["table"];
  rows: readonly SavedRow[];
}

/**
 * Rows of other tables of which an item may have so many that they are moved in portions after it: when it is deleted,
 * and when it is restored. In between, some of them are where they were and some are not.
 */
export interface ManyBelongings {
  /** What people call these rows, where they are shown how many there are. */
  name?: string;
  count?(db: Db, itemId: string): Promise<number>;
  /** Deletes some rows, about `limit` at most, and returns them, the first of a table to be restored last; nothing once all are gone. */
  take(db: Db, itemId: string, limit: number): Promise<readonly TakenRows[]>;
  /** For each table: restores some rows. */
  restore: Readonly<Partial<Record<RowsOfItem["table"], RestoreRows>>>;
  /** What is left to do once all rows of the item are restored. */
  afterRestore?(db: Db, itemId: string): Promise<void>;
}

type RestoreRows = (
  db: Db,
  deletion: { id: string; itemId: string },
  rows: readonly SavedRow[],
) => Promise<void>;

/** A few rows of another table that go with an item when it is deleted, and come back with it. */
export interface Belonging {
  table: RowsOfItem["table"];
  /** The rows of an item as they are to be kept, a few at a time, in the order in which they go back. */
  read(db: Db, itemId: string): AsyncIterable<readonly SavedRow[]>;
  /** Deletes them, a few at a time; absent where they are deleted with the rows of another table. */
  remove?(db: Db, itemId: string): Promise<void>;
  restore(db: Db, itemId: string, rows: SavedRows): Promise<void>;
}

/** How a row differs from what is kept when it goes back; null where it doesn't go back. */
type Fit = (row: SavedRow) => SavedRow | null;
/** Finds out how rows have to differ since something has changed around them meanwhile. */
type FindFit = (db: Db, kept: SavedRows) => Promise<Fit>;

interface RowsOptions extends RowsOfItem {
  fit?: FindFit;
}

/** The rows of a table that name the item, kept and put back as they are. */
export const rowsOfItem = ({ fit, itemColumn, key, ...described }: RowsOptions): Belonging => {
  const rows = { table: described.table, itemColumn, key };
  return {
    ...described,
    read: (db, itemId) => readRowsOf(db, rows, itemId),
    remove: (db, itemId) => deleteRowsOf(db, rows, itemId),
    async restore(db, _itemId, kept) {
      const fitted = (await fit?.(db, kept)) ?? ((row) => row);
      for await (const batch of kept()) {
        const restorable = fitRows(batch, fitted);
        if (restorable.length > 0) await insertSavedRows(db, rows.table, restorable);
      }
    },
  };
};

/** These rows as `FindFit` reads them. */
export const justThese = (rows: readonly SavedRow[]): SavedRows =>
  async function* read() {
    yield await Promise.resolve(rows);
  };

/** Those of these rows that go back, as they do. */
export const fitRows = (rows: readonly SavedRow[], fit: Fit): SavedRow[] =>
  rows.map(fit).filter((row) => row !== null);

/** Rows whose person's account is gone meanwhile name nobody, or stay away where each has to name somebody. */
export const fitPeople =
  (column: string, ifGone: "nobody" | "away"): FindFit =>
  async (db, kept) => {
    const there = new Set<unknown>();
    for await (const batch of kept()) {
      const ids = new Set(batch.flatMap((row) => (row[column] === null ? [] : String(row[column]))));
      for (const id of await listPeople(db, [...ids])) there.add(id);
    }
    const isGone = (row: SavedRow) => row[column] !== null && !there.has(row[column]);
    return (row) => {
      if (!isGone(row)) return row;
      return ifGone === "nobody" ? { ...row, [column]: null } : null;
    };
  };
