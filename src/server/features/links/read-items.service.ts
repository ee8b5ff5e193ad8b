import type { App } from "#server/app.ts";
import { titlesOf } from "#server/library/item-titles.service.ts";
import type { ItemKind } from "#shared/item-address.ts";
import { formatItemRef, type ItemRef, itemRefSchema } from "#shared/items.ts";
import { findToolsIn, type ItemTexts, linkAt, LinksOfItem } from "#shared/mentions/links-in-item.ts";
import { headsIn } from "#shared/mentions/long-titles.ts";
import type { NameFinder } from "#shared/mentions/mentions.ts";
import { createNameFinder } from "#shared/mentions/name-finder.ts";

import { deleteLinksOf, replaceFound } from "./found-links.queries.ts";
import { listLeads, loadItemTexts } from "./item-texts.queries.ts";
import { itemsWith } from "./items-with.queries.ts";
import type { KnownNames } from "./known-names.service.ts";
import { resolvePlaces } from "./link-addresses.service.ts";
import { queueItems } from "./link-queue.queries.ts";
import { isTitled, keepTitles, listTitledItems } from "./long-titles.queries.ts";

type Db = App["db"];

/** What reading takes: the tools' names, and where this product is reached. */
export interface Reading {
  known: KnownNames;
  origins: readonly string[];
}

/**
 * Reads the texts of these items as they are now and stores what they name. An item with a title that is new to texts has
 * those read again that may name it, unless all are being read anyway.
 */
export async function readItems(
  db: Db,
  { known, origins, isReadingAll = false }: Reading & { isReadingAll?: boolean },
  kind: ItemKind,
  ids: readonly string[],
): Promise<void> {
  const items = await loadItemTexts(db, kind, ids);
  const there = new Set(items.map(({ id }) => id));
  const gone = ids.filter((id) => !there.has(id));
  if (gone.length > 0) await deleteLinksOf(db, kind, gone);
  if (kind === "article" && gone.length > 0 && !isReadingAll)
    await queueItems(
      db,
      (await listLeads(db, gone)).map((id) => ({ kind, id })),
    );
  if (isTitled(kind)) {
    const titled = await keepTitles(db, kind, ids, items);
    if (!isReadingAll) for (const { title } of titled) await queueItems(db, await itemsWith(db, title));
  }
  const found = await findLinks(db, { known, origins }, kind, items);
  await replaceFound(
    db,
    kind,
    ids,
    items.map(({ id, at }, index) => ({ from: { kind, id }, at, links: found[index]?.all ?? [] })),
  );
}

/** What each of these items names. */
export async function findLinks(
  db: Db,
  { known, origins }: Reading,
  kind: ItemKind,
  items: readonly ItemTexts[],
): Promise<LinksOfItem[]> {
  const titles = await titlesIn(db, items);
  const all: LinksOfItem[] = [];
  for (const item of items) {
    const links = new LinksOfItem(formatItemRef({ kind, id: item.id }));
    const places = findToolsIn(item, known, origins, links);
    for (const { place, to } of await resolvePlaces(db, places))
      links.add({ ...linkAt(place, place.address), to, how: "address", state: "found" });
    if (titles !== null) findTitlesIn(item, titles, links);
    all.push(links);
  }
  return all;
}

/** Finds the titles of other items that may stand in these; null where none does. */
async function titlesIn(db: Db, items: readonly ItemTexts[]): Promise<NameFinder | null> {
  const heads = new Set<string>();
  for (const { texts } of items)
    for (const { field, text } of texts)
      if (field !== "address") for (const head of headsIn(text)) heads.add(head);
  const titled = await listTitledItems(db, heads);
  if (titled.length === 0) return null;
  const titles = await titlesOf(db, titled);
  return createNameFinder([...titles].map(([target, { title }]) => ({ target, name: title })));
}

function findTitlesIn({ texts }: ItemTexts, titles: NameFinder, links: LinksOfItem): void {
  for (const { field, text } of texts) {
    if (field === "address") continue;
    for (const place of titles.find(text).mentions)
      links.add({ ...linkAt({ field, text }, place), to: refOf(place.target), how: "name", state: "found" });
  }
}

const refOf = (target: string): ItemRef => itemRefSchema.parse(target);
