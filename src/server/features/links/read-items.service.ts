import type { App } from "#server/app.ts";
import { titlesOf } from "#server/library/item-titles.service.ts";
import { createTurns } from "#server/yield-to-event-loop.ts";
import type { ItemKey, ItemKind } from "#shared/item-address.ts";
import { formatItemRef, itemRefSchema } from "#shared/items.ts";
import {
  addSubjects,
  findToolsIn,
  type ItemText,
  type ItemTexts,
  LinksOfItem,
} from "#shared/mentions/links-in-item.ts";
import { headsIn } from "#shared/mentions/long-titles.ts";
import type { NameFinder } from "#shared/mentions/mentions.ts";
import { createNameFinder } from "#shared/mentions/name-finder.ts";
import type { TitleHeads } from "#shared/mentions/title-heads.ts";

import { deleteLinksOf, replaceFound } from "./found-links.queries.ts";
import { listLeads, loadItemTexts } from "./item-texts.queries.ts";
import { itemsWith } from "./items-with.queries.ts";
import type { KnownNames } from "./known-names.service.ts";
import { resolvePlaces } from "./link-addresses.service.ts";
import { queueItems } from "./link-queue.queries.ts";
import { isTitled, keepTitles, listTitledItems } from "./long-titles.queries.ts";

type Db = App["db"];

/** What reading takes: the tools' names, and where this product is reached. */
interface Reading {
  known: KnownNames;
  origins: readonly string[];
  /** How all titles begin, where everything is being read. */
  heads?: TitleHeads;
}

/**
 * Reads the texts of these items as they are now and stores what they name. An item with a title that is new to texts has
 * those read again that may name it, unless all are being read anyway.
 */
export async function readItems(
  db: Db,
  reading: Reading,
  kind: ItemKind,
  ids: readonly string[],
): Promise<void> {
  const isReadingAll = reading.heads !== undefined;
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
    const takeTurns = createTurns();
    for (const { title } of isReadingAll ? [] : titled) {
      await queueItems(db, await itemsWith(db, title));
      await takeTurns();
    }
  }
  const found = await findLinks(db, reading, kind, items);
  await replaceFound(
    db,
    kind,
    ids,
    items.map(({ id, at }, index) => ({ from: { kind, id }, at, links: found[index]?.all ?? [] })),
  );
}

/** What each of these items names; whoever waits for the thread goes in between. */
async function findLinks(
  db: Db,
  { known, origins, heads }: Reading,
  kind: ItemKind,
  items: readonly ItemTexts[],
): Promise<LinksOfItem[]> {
  const takeTurns = createTurns();
  const titles = await titlesIn(db, items, heads, takeTurns);
  const all: LinksOfItem[] = [];
  for (const item of items) {
    const links = new LinksOfItem(formatItemRef({ kind, id: item.id }));
    for (const text of item.texts) {
      for (const { place, to } of await resolvePlaces(db, findToolsIn(text, known, origins, links)))
        links.add({ to, how: "address", state: "found", place: { ...place, ...place.address } });
      if (titles !== null) findTitlesIn(text, titles, links);
      await takeTurns();
    }
    addSubjects(item, known, links);
    all.push(links);
  }
  return all;
}

/** So many beginnings of titles are looked up at once. */
const HEADS_AT_ONCE = 2000;

/** Finds the titles of other items that may stand in these; null where none does. */
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
  const titles = await titlesOf(db, titled);
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
