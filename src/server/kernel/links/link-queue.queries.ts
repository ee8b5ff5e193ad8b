import { z } from "zod";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { itemsOf } from "#server/kernel/texts/texts.queries.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import type { SearchKind } from "#shared/search/search.ts";

/** Has the texts of these items read for names. */
export async function queueItems(db: Db, items: readonly ItemKey[]): Promise<void> {
  for await (const batch of inBatches(items))
    await db
      .insertInto("link_queue")
      .values(batch.map(({ kind, id }) => ({ kind, itemId: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Has what the search has just read of these items read for names, too; a comment is a part of its reading. */
export const queueFound = async (db: Db, kind: SearchKind, ids: readonly string[]): Promise<void> =>
  queueItems(db, await itemsOf(db, kind, ids));

/** Has all others wait who queue or read items, until the transaction `db` ends. */
export const haveOtherReadersWait = (db: Db): Promise<void> => engineOf(db).lockTable(db, "link_queue");

/** Whether there are items whose texts are still to be read. */
export const hasQueued = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("link_queue").select("kind").limit(1).executeTakeFirst()) !== undefined;

/** The next items of one kind, as many of it as are given; null where none waits. */
export async function nextQueued(
  db: Db,
  limits: Readonly<Record<ItemKind, number>>,
): Promise<{ kind: ItemKind; ids: string[] } | null> {
  const next = await db
    .selectFrom("link_queue")
    .select("kind")
    // Backwards: tools, whose names the others are read for, come before papers and news.
    .orderBy("kind", "desc")
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return null;
  const rows = await db
    .selectFrom("link_queue")
    .select("itemId")
    .where("kind", "=", next.kind)
    .orderBy("itemId")
    .limit(limits[next.kind])
    .execute();
  return { kind: next.kind, ids: rows.map(({ itemId }) => itemId) };
}

/** Takes items out of the queue; gives those that were still in it. */
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
/** Which step of the reading of everything is under way, and the id that it came to. */
const backfillSchema = z.object({ step: z.int(), after: z.string() });
export type Backfill = z.infer<typeof backfillSchema>;

/** How far the reading of what was there before has come; null once everything was read. */
export async function findBackfill(db: Db): Promise<Backfill | null> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", BACKFILL).executeTakeFirst();
  return row ? backfillSchema.parse(JSON.parse(row.value)) : null;
}

/** Notes how far it has come; null for to the end. */
export async function saveBackfill(db: Db, backfill: Backfill | null): Promise<void> {
  if (backfill === null) {
    await db.deleteFrom("settings").where("key", "=", BACKFILL).execute();
    return;
  }
  const value = JSON.stringify(backfill);
  await db
    .insertInto("settings")
    .values({ key: BACKFILL, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
