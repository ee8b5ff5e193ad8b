import type { LinkRow } from "#db/schema.ts";
import type { App, Db } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/promises.ts";
import {
  adaptUserColumn,
  adaptRows,
  toSavedRows,
  type SavedRow,
  type BatchedBelonging,
} from "#server/kernel/items/belongings.service.ts";
import { findSavedRow, addSavedRows, restoreRows } from "#server/kernel/items/trash.service.ts";
import { sourceOf } from "#server/kernel/texts/text-source.ts";
import { loadTitles } from "#server/kernel/texts/texts.service.ts";
import type { ItemKey, LibraryKind } from "#shared/kernel/item-address.ts";
import { formatItemRef, itemKindSchema } from "#shared/kernel/items.ts";

import { deleteLinks, listLinksAfter } from "./found-links.queries.ts";
import { findItemsContaining } from "./item-lookups.queries.ts";
import { listNamesOf } from "./known-names.queries.ts";
import { queueItems } from "./link-queue.queries.ts";
import { listNewsLinks, deleteLinkBatch, updateNewsLinks } from "./links.queries.ts";

/** Deletes up to `limit` links from and to the articles and returns them as rows. Returns none once all are deleted. */
export const deleteLinksOfArticles = async (
  db: Db,
  ids: readonly string[],
  limit: number,
): Promise<SavedRow[]> => (await deleteLinkBatch(db, "article", ids, limit)).map((link) => ({ ...link }));

/** Links from and to an item. They are deleted and restored with it. */
export const linksOfKind = (kind: LibraryKind): BatchedBelonging => ({
  async deleteRows(db, itemId, limit) {
    const links = await deleteLinkBatch(db, kind, [itemId], limit);
    return links.length === 0 ? [] : [{ table: "links", rows: links.map((link) => ({ ...link })) }];
  },
  restore: {
    async links(db, _deletion, rows) {
      const fit = await adaptUserColumn("decidedBy", "clear")(db, toSavedRows(rows));
      await restoreLinks(db, adaptRows(rows, fit));
    },
  },
  async afterRestore(db, itemId) {
    if (kind !== "tool") return;
    // Texts added since the deletion may mention its names.
    for (const name of await listNamesOf(db, itemId))
      await queueItems(db, await findItemsContaining(db, name));
  },
});

async function restoreLinks(db: Db, links: readonly SavedRow[]): Promise<void> {
  const existing = await loadTitles(db, links.flatMap(savedLinkEnds));
  const isMissing = (end: ItemKey) => !existing.has(formatItemRef(end));
  const restorable = links.filter((link) => !savedLinkEnds(link).some(isMissing));
  const sortKeys = await listNewsLinks(
    db,
    restorable.map(({ fromId }) => String(fromId)),
  );
  // If the article was linked again as news of the tool since the deletion, its new sort key remains.
  const restored: SavedRow[] = restorable.map((link) => ({
    ...link,
    place: sortKeys.get(`${String(link["fromId"])} ${String(link["toId"])}`) ?? link["place"] ?? null,
  }));
  // Restored answers by users take precedence over links found since.
  await restoreRows(db, "links", restored, { conflictColumns: ["fromKind", "fromId", "toKind", "toId"] });
  // The sort keys of their articles may have changed since.
  await updateNewsLinks(
    db,
    restored.map(({ id }) => String(id)),
  );
  // Their texts may have changed since the deletion.
  await queueItems(
    db,
    restored.flatMap((link) => savedLinkEnds(link).slice(0, 1)),
  );
  for (const link of links) {
    const end = savedLinkEnds(link).find(isMissing);
    if (end) await deferUntilRestored(db, end, link);
  }
}

/** Defers restoring a link until its other end is restored, if that end is deleted and can be restored. */
async function deferUntilRestored(db: Db, { kind, id }: ItemKey, link: SavedRow): Promise<void> {
  const saved = await findSavedRow(db, sourceOf(kind).table, id);
  if (saved) await addSavedRows(db, saved.deletionId, "links", [link]);
}

const savedLinkEnds = (link: SavedRow): ItemKey[] => [
  { kind: itemKindSchema.parse(link["fromKind"]), id: String(link["fromId"]) },
  { kind: itemKindSchema.parse(link["toKind"]), id: String(link["toId"]) },
];

/** Number of links read at once, which takes a few milliseconds. */
const BATCH_SIZE = 500;

const linkEnds = ({ fromKind, fromId, toKind, toId }: LinkRow): [ItemKey, ItemKey] => [
  { kind: fromKind, id: fromId },
  { kind: toKind, id: toId },
];

/** Reads all links to or from a deleted item, in batches. */
async function* readOrphanedLinks(db: Db): AsyncGenerator<string[]> {
  let links = await listLinksAfter(db, "", BATCH_SIZE);
  while (links.length > 0) {
    const titles = await loadTitles(db, links.flatMap(linkEnds));
    const isMissing = (item: ItemKey) => !titles.has(formatItemRef(item));
    yield links.filter((link) => linkEnds(link).some(isMissing)).map(({ id }) => id);
    await yieldToEventLoop();
    links = await listLinksAfter(db, links.at(-1)?.id ?? "", BATCH_SIZE);
  }
}

/** Deletes links to or from deleted items. Returns their number. */
export async function deleteOrphanedLinks({ db }: Pick<App, "db">, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for await (const ids of readOrphanedLinks(db)) {
    signal.throwIfAborted();
    if (ids.length > 0) await deleteLinks(db, ids);
    deleted += ids.length;
  }
  return deleted;
}

/** Counts links to or from deleted items. */
export async function countOrphanedLinks({ db }: Pick<App, "db">): Promise<number> {
  let orphaned = 0;
  for await (const ids of readOrphanedLinks(db)) orphaned += ids.length;
  return orphaned;
}
