/** Finds mentions in texts, on the main thread and in workers. Stores nothing. */
import type { Db } from "#db/database.ts";
import { createTimeSlices } from "#server/kernel/async/yield-to-event-loop.ts";
import { loadItemTexts, loadTitles } from "#server/kernel/texts/texts.queries.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import { formatItemRef, itemRefSchema } from "#shared/kernel/items.ts";
import {
  addSubjects,
  findToolsIn,
  type FoundLink,
  type ItemText,
  type ItemTexts,
  LinksOfItem,
} from "#shared/mentions/links-in-item.ts";
import type { NameFinder } from "#shared/mentions/mentions.ts";
import { createNameFinder } from "#shared/mentions/names/name-finder.ts";
import { headsIn, type TitleHeads } from "#shared/mentions/title-heads.ts";

import { listTitledItems } from "./long-titles.queries.ts";
import type { KnownNames } from "./names-to-find.task.ts";
import { resolveFoundAddresses } from "./resolve-addresses.task.ts";

/** Data for scanning: the tools' names, and the URLs of this product. */
export interface Reading {
  known: KnownNames;
  origins: readonly string[];
  /** First words of all titles, for a full scan. */
  heads?: TitleHeads;
}

/** Scanned item with its mentions. */
export interface ReadItem {
  id: string;
  title: string;
  at: string;
  links: FoundLink[];
}

/** Scans the current texts of these items. Stores nothing. */
export const findInItems = async (
  db: Db,
  reading: Reading,
  kind: ItemKind,
  ids: readonly string[],
): Promise<ReadItem[]> => findInTexts(db, reading, kind, await loadItemTexts(db, kind, ids));

/** Returns the mentions in these texts. */
export async function findInTexts(
  db: Db,
  reading: Reading,
  kind: ItemKind,
  items: readonly ItemTexts[],
): Promise<ReadItem[]> {
  const found = await findLinks(db, reading, kind, items);
  return items.map(({ id, title, at }, index) => ({ id, title, at, links: found[index]?.all ?? [] }));
}

/** Returns the mentions of each item. Yields to other work in between. */
async function findLinks(
  db: Db,
  { known, origins, heads }: Reading,
  kind: ItemKind,
  items: readonly ItemTexts[],
): Promise<LinksOfItem[]> {
  const takeTurns = createTimeSlices();
  const titles = await titlesIn(db, items, heads, takeTurns);
  const all: LinksOfItem[] = [];
  for (const item of items) {
    const links = new LinksOfItem(formatItemRef({ kind, id: item.id }));
    for (const text of item.texts) {
      for (const { place, to } of await resolveFoundAddresses(db, findToolsIn(text, known, origins, links)))
        links.add({ to, how: "address", state: "found", place: { ...place, ...place.address } });
      if (titles !== null) findTitlesIn(text, titles, links);
      await takeTurns();
    }
    addSubjects(item, known, links);
    all.push(links);
  }
  return all;
}

/** Number of title beginnings looked up at once. */
const HEADS_AT_ONCE = 2000;

/** Returns titles of other items that these texts may contain; null if there are none. */
async function titlesIn(
  db: Db,
  items: readonly ItemTexts[],
  heads: TitleHeads | undefined,
  takeTurns: () => Promise<void>,
): Promise<NameFinder | null> {
  const titled: ItemKey[] = [];
  let found = new Set<string>();
  const lookUp = async () => {
    titled.push(...(await listTitledItems(db, found)));
    found = new Set();
    await takeTurns();
  };
  for (const { field, text } of items.flatMap(({ texts }) => texts)) {
    if (field === "address") continue;
    for (const head of headsIn(text, heads)) found.add(head);
    if (found.size >= HEADS_AT_ONCE) await lookUp();
  }
  await lookUp();
  if (titled.length === 0) return null;
  const titles = await loadTitles(db, titled);
  return createNameFinder([...titles].map(([target, { title }]) => ({ target, name: title })));
}

function findTitlesIn(part: ItemText, titles: NameFinder, links: LinksOfItem): void {
  if (part.field === "address") return;
  for (const { target, start, end } of titles.find(part.text).mentions)
    links.add({
      to: itemRefSchema.parse(target),
      how: "name",
      state: "found",
      place: { ...part, start, end },
    });
}
