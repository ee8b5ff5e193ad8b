import type { Selectable } from "kysely";

import type { Schema } from "#db/schema.ts";

/** Tables of the library: those whose rows have an id, an owner, a revision and tags. */
export type ItemTable = {
  [Table in keyof Schema]: Selectable<Schema[Table]> extends LibraryRow ? Table : never;
}[keyof Schema];
interface LibraryRow {
  id: string;
  userId: string;
  revision: number;
  tags: string;
}
type ItemRow = Selectable<Schema[ItemTable]>;

/** Storage of one kind of item. Its methods use the rows of its own table. */
export interface ItemStore<Item> {
  table: ItemTable;
  /** Column that orders the list, latest first. */
  orderedBy: "dateUpdated" | "createdAt";
  fromRow(row: ItemRow): Item;
  toRow(item: Item): ItemRow;
  toColumns(changes: Partial<Item>): Partial<ItemRow>;
}

/** User, time, reason and import of a change. */
export interface Saving {
  /** Null for the server itself. */
  savedBy: string | null;
  savedAt: string;
  note: string | null;
  importId: string | null;
}

/** Row as stored in its table, by column. */
export type SavedRow = Readonly<Record<string, string | number | null>>;
