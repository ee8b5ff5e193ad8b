import { z } from "zod";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { inBatches } from "#db/rows.ts";
import { deleteSetting, findSetting, storeSetting } from "#db/settings.ts";
import { itemsOf } from "#server/kernel/texts/texts.queries.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import type { SearchKind } from "#shared/search/search.ts";

/** Queues these items for scanning. */
export async function queueItems(db: Db, items: readonly ItemKey[]): Promise<void> {
  for await (const batch of inBatches(items))
    await db
      .insertInto("link_queue")
      .values(batch.map(({ kind, id }) => ({ kind, itemId: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Queues items that search has just indexed. For a comment, queues its item. */
export const queueIndexed = async (db: Db, kind: SearchKind, ids: readonly string[]): Promise<void> =>
  queueItems(db, await itemsOf(db, kind, ids));

/** Blocks other changes of the queue until the transaction `db` ends. */
export const lockLinkQueue = (db: Db): Promise<void> => engineOf(db).lockTable(db, "link_queue");

/** True if any items are queued for scanning. */
export const hasQueued = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("link_queue").select("kind").limit(1).executeTakeFirst()) !== undefined;

/** Returns the next items of one kind, up to its limit; null if the queue is empty. */
export async function nextQueued(
  db: Db,
  limitOf: (kind: ItemKind) => number,
): Promise<{ kind: ItemKind; ids: string[] } | null> {
  const next = await db
    .selectFrom("link_queue")
    .select("kind")
    // Descending, so that tools come first, because other texts are scanned for their names.
    .orderBy("kind", "desc")
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return null;
  const rows = await db
    .selectFrom("link_queue")
    .select("itemId")
    .where("kind", "=", next.kind)
    .orderBy("itemId")
    .limit(limitOf(next.kind))
    .execute();
  return { kind: next.kind, ids: rows.map(({ itemId }) => itemId) };
}

/** Removes items from the queue. Returns those that were still in it. */
export async function unqueue(db: Db, kind: ItemKind, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom("link_queue")
    .where("kind", "=", kind)
    .where("itemId", "in", engineOf(db).valuesOf(ids))
    .returning("itemId")
    .execute();
  return rows.map(({ itemId }) => itemId);
}

export const unqueueAll = (db: Db) => db.deleteFrom("link_queue").execute();

const BACKFILL = "linksBackfill";
/** Current step of the full scan, and the last id scanned. */
const backfillSchema = z.object({ step: z.int(), after: z.string() });
type Backfill = z.infer<typeof backfillSchema>;

/** Returns the progress of the full scan; null once it is complete. */
export async function findBackfill(db: Db): Promise<Backfill | null> {
  const value = await findSetting(db, BACKFILL);
  return value === undefined ? null : backfillSchema.parse(JSON.parse(value));
}

/** Stores the progress of the full scan; null once it is complete. */
export const saveBackfill = (db: Db, backfill: Backfill | null): Promise<void> =>
  backfill === null ? deleteSetting(db, BACKFILL) : storeSetting(db, BACKFILL, JSON.stringify(backfill));
