import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { inBatches } from "#db/rows.ts";
import { latestFirst, type PageKey, type PageSlice } from "#server/kernel/paging/paging.ts";

import type { ItemStore, SavedRow } from "./item-store.ts";

/** Lists items, latest first. */
export async function listRows<Item>(db: Db, store: ItemStore<Item>, slice: PageSlice): Promise<Item[]> {
  const all = db.selectFrom(store.table).selectAll();
  const rows = await latestFirst(all, [store.orderedBy, "id"], slice).execute();
  return rows.map((row) => store.fromRow(row));
}

/** Number of items read by one statement. */
const BATCH_SIZE = 100;

/** Streams the items with a wanted name, latest first. Only a few are in memory at a time. */
export async function* streamRows<Item>(
  db: Db,
  store: ItemStore<Item>,
  isWanted: (name: string) => boolean = () => true,
): AsyncGenerator<Item> {
  const all = db.selectFrom(store.table).selectAll();
  const readPage = (after: PageKey | null) =>
    latestFirst(all, [store.orderedBy, "id"], { after, limit: BATCH_SIZE }).execute();
  for (let rows = await readPage(null); ; rows = await readPage(toPageKey(rows.at(-1)))) {
    for (const row of rows) {
      const { name, title }: { name?: string; title?: string } = row;
      if (isWanted(title ?? name ?? "")) yield store.fromRow(row);
    }
    if (rows.length < BATCH_SIZE) return;
  }
}

const toPageKey = (row?: { id: string; dateUpdated?: string; createdAt?: string }): PageKey | null =>
  row ? [row.dateUpdated ?? row.createdAt ?? "", row.id] : null;

export async function findRow<Item>(db: Db, store: ItemStore<Item>, id: string): Promise<Item | undefined> {
  const row = await db.selectFrom(store.table).selectAll().where("id", "=", id).executeTakeFirst();
  return row && store.fromRow(row);
}

export async function findRawRow<Item>(db: Db, { table }: ItemStore<Item>, id: string): Promise<SavedRow> {
  const row = await db.selectFrom(table).selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { ...row };
}

/** Returns the items with these ids, except deleted ones. */
export async function listRowsById<Item>(
  db: Db,
  store: ItemStore<Item>,
  ids: readonly string[],
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const batch of inBatches(ids)) {
    const rows = await db.selectFrom(store.table).selectAll().where("id", "in", batch).execute();
    items.push(...rows.map((row) => store.fromRow(row)));
  }
  return items;
}

/** Locks the items of a kind against other writers until the transaction ends. Must be its first statement. */
export const lockItems = <Item>(db: Db, { table }: ItemStore<Item>): Promise<void> =>
  engineOf(db).lockTable(db, table);

export async function insertRows<Item>(
  db: Db,
  store: ItemStore<Item>,
  items: readonly Item[],
): Promise<void> {
  const rows = items.map((item) => store.toRow(item));
  for await (const batch of inBatches(rows)) await db.insertInto(store.table).values(batch).execute();
}

/** Updates an item and increments its revision. Throws if the revision has changed or the item is deleted. */
export async function updateRow<Item>(
  db: Db,
  store: ItemStore<Item>,
  { id, revision }: { id: string; revision: number },
  changes: Partial<Item>,
): Promise<Item> {
  const row = await db
    .updateTable(store.table)
    .set({ ...store.toColumns(changes), revision: revision + 1 })
    .where("id", "=", id)
    .where("revision", "=", revision)
    .returningAll()
    .executeTakeFirstOrThrow();
  return store.fromRow(row);
}

export const deleteRow = <Item>(db: Db, { table }: ItemStore<Item>, id: string) =>
  db.deleteFrom(table).where("id", "=", id).executeTakeFirst();
