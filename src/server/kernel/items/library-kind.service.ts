import type { App, Db } from "#server/app.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

import type { ItemStore } from "./item-store.ts";

/** Properties of every library item in addition to its fields. */
export interface LibraryItem {
  id: string;
  /** User who added it. */
  userId: string;
  /** Number of times that it was saved, so 1 for a new item. */
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
  /** Returns what every edit changes in addition to its fields, such as a date. */
  touch(time: string): Partial<Item>;
  /** Returns fields in stored form, or rejects them. `before` is null for a new item. */
  prepare?<Given extends Partial<Fields>>(app: App, fields: Given, before: Item | null): Given;
  /** Stores the kind's additional data of new items, within their transaction. */
  afterInsert?(db: Db, items: readonly Item[]): Promise<void>;
}
