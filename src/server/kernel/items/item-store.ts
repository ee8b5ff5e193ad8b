import type { Selectable } from "kysely";

import type { Schema } from "#db/schema.ts";

/** The tables of the library; all have an id, a revision, and a time by which their list is ordered. */
type ItemTable = "ai_tools" | "prompts" | "readings";
type ItemRow = Selectable<Schema[ItemTable]>;

/** How items of one kind are stored. Its methods take and give rows of its own table. */
export interface ItemStore<Item> {
  table: ItemTable;
  /** The column by which the list is ordered, latest first. */
  orderedBy: "dateUpdated" | "createdAt";
  fromRow(row: ItemRow): Item;
  toRow(item: Item): ItemRow;
  toColumns(changes: Partial<Item>): Partial<ItemRow>;
}

/** By whom, when, why and with which import items were saved. */
export interface Saving {
  /** Null for the server itself. */
  savedBy: string | null;
  savedAt: string;
  note: string | null;
  importId: string | null;
}

/** A row as it stands in its table, by its columns. */
export type SavedRow = Readonly<Record<string, string | number | null>>;
