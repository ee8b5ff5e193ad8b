import type { Db } from "#server/app.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import { sourceOf } from "#server/kernel/texts/text-source.ts";
import { loadItemTexts } from "#server/kernel/texts/texts.service.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { ItemTexts } from "#shared/mentions/links-in-item.ts";

import { type ScannedItem, type ScanData, findInTexts } from "./find-links.task.ts";
import { deleteLinksOf, replaceFoundLinks } from "./found-links.queries.ts";
import { findItemsContaining } from "./item-lookups.queries.ts";
import { saveTitleBeginnings } from "./known-names.queries.ts";
import { queueItems } from "./link-queue.queries.ts";

export type { ScannedItem };

/**
 * Scans the current texts of these items and stores the names found. A new title also queues the texts that may
 * mention it, unless all are being scanned.
 */
export async function scanItems(
  db: Db,
  data: ScanData,
  kind: ItemKind,
  ids: readonly string[],
): Promise<void> {
  const isFullScan = data.heads !== undefined;
  const items = await loadItemTexts(db, kind, ids);
  await prepareToStore(db, kind, ids, { items, isFullScan });
  await storeLinks(db, kind, ids, await findInTexts(db, data, kind, items));
}

/** Deletes links of deleted items and stores the titles of the others. Queues the texts that may mention new titles. */
async function prepareToStore(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  { items, isFullScan }: { items: readonly Pick<ItemTexts, "id" | "title">[]; isFullScan: boolean },
): Promise<void> {
  const existing = new Set(items.map(({ id }) => id));
  const deleted = ids.filter((id) => !existing.has(id));
  if (deleted.length > 0) await deleteLinksOf(db, kind, deleted);
  const { listRescanned, isFoundByTitle } = sourceOf(kind);
  if (listRescanned && deleted.length > 0 && !isFullScan)
    await queueItems(
      db,
      (await listRescanned(db, deleted)).map((id) => ({ kind, id })),
    );
  if (isFoundByTitle) {
    const titled = await saveTitleBeginnings(db, kind, ids, items);
    const yieldIfDue = createYielder();
    for (const { title } of isFullScan ? [] : titled) {
      await queueItems(db, await findItemsContaining(db, title));
      await yieldIfDue();
    }
  }
}

/** Stores the names found in texts scanned a moment ago, as `scanItems` does. */
export async function storeScannedItems(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  { items, isFullScan }: { items: readonly ScannedItem[]; isFullScan: boolean },
): Promise<void> {
  await prepareToStore(db, kind, ids, { items, isFullScan });
  await storeLinks(db, kind, ids, items);
}

const storeLinks = (db: Db, kind: ItemKind, ids: readonly string[], items: readonly ScannedItem[]) =>
  replaceFoundLinks(
    db,
    kind,
    ids,
    items.map(({ id, at, links }) => ({ from: { kind, id }, at, links })),
  );
