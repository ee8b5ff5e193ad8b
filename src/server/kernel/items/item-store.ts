import type { Selectable } from "kysely";

import type { Schema } from "#db/schema.ts";

/** Tables of the library. All have an id, a revision, and a time column that orders their list. */
type ItemTable = "ai_tools" | "prompts" | "readings";
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
