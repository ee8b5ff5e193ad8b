import type { App } from "#server/app.ts";

import type { ItemStore } from "./item-store.ts";

/** What every item of the library has besides its fields. */
export interface LibraryItem {
  id: string;
  /** Who added it. */
  userId: string;
  /** Counts its edits, from 1. */
  revision: number;
  dateUpdated?: string;
  createdAt?: string;
}

/** More about an event, as JSON. */
export type Detail = Readonly<Record<string, unknown>>;

/** What differs between one kind of item of the library and another: tools, prompts and readings. */
export interface Library<Item extends LibraryItem, Fields extends object> {
  kind: "tool" | "prompt" | "reading";
  store: ItemStore<Item>;
  titleOf(item: Item): string;
  /** The address of its picture. */
  pictureOf(item: Item): string | null;
  /** All that a person fills in, of an item of which nothing is said. */
  emptyFields: Fields;
  /** A new item with these fields. */
  create(fields: Fields, base: Pick<LibraryItem, "id" | "userId" | "revision">, time: string): Item;
  /** What an edit changes besides the fields that it names. */
  touch(time: string): Partial<Item>;
  /** Returns fields as they are kept, or refuses them; `before` is null for a new item. */
  prepare?<Given extends Partial<Fields>>(app: App, fields: Given, before: Item | null): Given;
  /** Stores what the kind keeps besides the rows of new items, within the transaction of those. */
  afterInsert?(db: App["db"], items: readonly Item[]): Promise<void>;
}
