import type { App } from "#server/app.ts";

import {
  deleteRowsOf,
  insertKeptRows,
  listPeople,
  readRowsOf,
  type RowsOfItem,
} from "./belongings.queries.ts";
import type { KeptRow } from "./item-store.ts";

type Db = App["db"];

export type { KeptRow };

/** The kept rows of one table, a few at a time, in the order in which they go back; from the start with each call. */
export type KeptRows = () => AsyncIterable<readonly KeptRow[]>;

/** Rows of another table that go with an item when it is deleted, and come back with it. */
export interface Belonging {
  table: RowsOfItem["table"];
  /** What people call these rows, where they are told how many there are. */
  name?: string;
  /** Which rows people count; all unless given. */
  isCounted?(row: KeptRow): boolean;
  /** The rows of an item as they are to be kept, a few at a time, in the order in which they go back. */
  read(db: Db, itemId: string): AsyncIterable<readonly KeptRow[]>;
  /** Deletes them, a few at a time; absent where they are deleted with the rows of another table. */
  remove?(db: Db, itemId: string): Promise<void>;
  restore(db: Db, itemId: string, rows: KeptRows): Promise<void>;
}

/** How a row differs from what is kept when it goes back; null where it doesn't go back. */
type Fit = (row: KeptRow) => KeptRow | null;
/** Finds out how rows have to differ since something has changed around them meanwhile. */
type FindFit = (db: Db, kept: KeptRows) => Promise<Fit>;

interface RowsOptions extends RowsOfItem, Pick<Belonging, "name" | "isCounted"> {
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
        const fitting = fitRows(batch, fitted);
        if (fitting.length > 0) await insertKeptRows(db, rows.table, fitting);
      }
    },
  };
};

/** Those of these rows that go back, as they do. */
export const fitRows = (rows: readonly KeptRow[], fit: Fit): KeptRow[] =>
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
    const isGone = (row: KeptRow) => row[column] !== null && !there.has(row[column]);
    return (row) => {
      if (!isGone(row)) return row;
      return ifGone === "nobody" ? { ...row, [column]: null } : null;
    };
  };
