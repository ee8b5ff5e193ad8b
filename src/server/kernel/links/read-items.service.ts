import type { Db } from "#server/app.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import { sourceOf } from "#server/kernel/texts/text-source.ts";
import { loadItemTexts } from "#server/kernel/texts/texts.service.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { ItemTexts } from "#shared/mentions/links-in-item.ts";

import { type ReadItem, type Reading, findInTexts } from "./find-links.task.ts";
import { deleteLinksOf, replaceFound } from "./found-links.queries.ts";
import { itemsWith } from "./items-with.queries.ts";
import { saveTitleBeginnings } from "./known-names.queries.ts";
import { queueItems } from "./link-queue.queries.ts";

export type { ReadItem };

/**
 * Scans the current texts of these items and stores the names found. A new title also queues the texts that may
 * mention it, unless all are being scanned.
 */
export async function readItems(
  db: Db,
  reading: Reading,
  kind: ItemKind,
  ids: readonly string[],
): Promise<void> {
  const isReadingAll = reading.heads !== undefined;
  const items = await loadItemTexts(db, kind, ids);
  await prepareToStore(db, kind, ids, { items, isReadingAll });
  await storeLinks(db, kind, ids, await findInTexts(db, reading, kind, items));
}

/** Deletes links of deleted items and stores the titles of the others. Queues the texts that may mention new titles. */
async function prepareToStore(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  { items, isReadingAll }: { items: readonly Pick<ItemTexts, "id" | "title">[]; isReadingAll: boolean },
): Promise<void> {
  const there = new Set(items.map(({ id }) => id));
  const deleted = ids.filter((id) => !there.has(id));
  if (deleted.length > 0) await deleteLinksOf(db, kind, deleted);
  const { scannedInstead, isTitleFound } = sourceOf(kind);
  if (scannedInstead && deleted.length > 0 && !isReadingAll)
    await queueItems(
      db,
      (await scannedInstead(db, deleted)).map((id) => ({ kind, id })),
    );
  if (isTitleFound) {
    const titled = await saveTitleBeginnings(db, kind, ids, items);
    const yieldIfDue = createYielder();
    for (const { title } of isReadingAll ? [] : titled) {
      await queueItems(db, await itemsWith(db, title));
      await yieldIfDue();
    }
  }
}

/** Stores the names found in texts scanned a moment ago, as `readItems` does. */
export async function storeFound(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  { items, isReadingAll }: { items: readonly ReadItem[]; isReadingAll: boolean },
): Promise<void> {
  await prepareToStore(db, kind, ids, { items, isReadingAll });
  await storeLinks(db, kind, ids, items);
}

const storeLinks = (db: Db, kind: ItemKind, ids: readonly string[], items: readonly ReadItem[]) =>
  replaceFound(
    db,
    kind,
    ids,
    items.map(({ id, at, links }) => ({ from: { kind, id }, at, links })),
  );
