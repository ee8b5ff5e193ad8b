import type { App, Db } from "#server/app.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

import type { ItemStore } from "./item-store.ts";

/** Common properties of library items, besides their fields. */
export interface LibraryItem {
  id: string;
  /** User who added it. */
  userId: string;
  /** Number of its edits, from 1. */
  revision: number;
  dateUpdated?: string;
  createdAt?: string;
}

/** Additional data of an event, as JSON. */
export type Detail = Readonly<Record<string, unknown>>;

/** Differences between the kinds of library items. */
export interface Library<Item extends LibraryItem, Fields extends object> {
  kind: LibraryKind;
  store: ItemStore<Item>;
  titleOf(item: Item): string;
  /** Address of its picture. */
  pictureOf(item: Item): string | null;
  /** All editable fields, with their empty values. */
  emptyFields: Fields;
  create(fields: Fields, base: Pick<LibraryItem, "id" | "userId" | "revision">, time: string): Item;
  /** Returns the changes of every edit, besides its fields. */
  touch(time: string): Partial<Item>;
  /** Returns fields in stored form, or rejects them. `before` is null for a new item. */
  prepare?<Given extends Partial<Fields>>(app: App, fields: Given, before: Item | null): Given;
  /** Stores the kind's additional data of new items, within their transaction. */
  afterInsert?(db: Db, items: readonly Item[]): Promise<void>;
}
