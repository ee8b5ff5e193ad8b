import type { Schema } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { type Belonging, fitPeople, fitRows, type KeptRow } from "#server/library/belongings.service.ts";
import { titlesOf } from "#server/library/item-titles.service.ts";
import { findKeptRow, keepMoreRows, putRowsBack } from "#server/library/trash.service.ts";
import type { ItemKey, ItemKind, KeptKind } from "#shared/item-address.ts";
import { formatItemRef, itemKindSchema } from "#shared/items.ts";

import { itemsWith } from "./items-with.queries.ts";
import { listNamesOf } from "./known-names.queries.ts";
import { queueItems } from "./link-queue.queries.ts";
import { readArticleIds, takeLinks } from "./links-of-item.queries.ts";

type Db = App["db"];

/** The tables from which items go when they are deleted. */
const TABLES: Readonly<Partial<Record<ItemKind, keyof Schema>>> = {
  tool: "ai_tools",
  prompt: "prompts",
  reading: "readings",
  article: "news_articles",
};

/** The links from and to an item, and of a tool those of its articles: they go with it, and come back with it. */
export const linksOf = (kind: KeptKind): Belonging => ({
  table: "links",
  // Nothing puts the links to an item in an order to go on in, so they are gone once they are read.
  async *read(db, itemId) {
    for await (const links of takeLinks(db, kind, [itemId])) yield links.map((link) => ({ ...link }));
    if (kind !== "tool") return;
    for await (const ids of readArticleIds(db, itemId))
      for await (const links of takeLinks(db, "article", ids)) yield links.map((link) => ({ ...link }));
  },
  async restore(db, itemId, kept) {
    const fit = await fitPeople("decidedBy", "nobody")(db, kept);
    for await (const links of kept()) await putBack(db, fitRows(links, fit));
    if (kind !== "tool") return;
    // Texts that came while it was away may have its names.
    for (const name of await listNamesOf(db, itemId)) await queueItems(db, await itemsWith(db, name));
  },
});

async function putBack(db: Db, links: readonly KeptRow[]): Promise<void> {
  const there = await titlesOf(db, links.flatMap(endsOf));
  const isGone = (end: ItemKey) => !there.has(formatItemRef(end));
  const whole = links.filter((link) => !endsOf(link).some(isGone));
  // What people answered stands above what was found there since.
  await putRowsBack(db, "links", whole, { over: ["fromKind", "fromId", "toKind", "toId"] });
  // Their texts may have changed meanwhile.
  await queueItems(
    db,
    whole.flatMap((link) => endsOf(link).slice(0, 1)),
  );
  for (const link of links) {
    const end = endsOf(link).find(isGone);
    if (end) await keepWith(db, end, link);
  }
}

/** Has a link wait for its other end, where that was deleted meanwhile and can come back. */
async function keepWith(db: Db, { kind, id }: ItemKey, link: KeptRow): Promise<void> {
  const table = TABLES[kind];
  const kept = table && (await findKeptRow(db, table, id));
  if (kept) await keepMoreRows(db, kept.deletionId, "links", [link]);
}

const endsOf = (link: KeptRow): ItemKey[] => [
  { kind: itemKindSchema.parse(link["fromKind"]), id: String(link["fromId"]) },
  { kind: itemKindSchema.parse(link["toKind"]), id: String(link["toId"]) },
];
