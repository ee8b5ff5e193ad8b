/** Finds mentions in texts, on the main thread and in workers. Stores nothing. */
import type { Db } from "#db/database.ts";
import { openForReading } from "#db/open-for-reading.ts";
import { createYielder } from "#server/kernel/async/promises.ts";
import { loadItemTexts, loadTitles } from "#server/kernel/texts/texts.queries.ts";
import { canonicalUrl } from "#server/outside/http/canonical-url.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import { type ItemRef, formatItemRef, itemRefSchema } from "#shared/kernel/items.ts";
import {
  type FoundLink,
  type ItemText,
  type ItemTexts,
  LinksOfItem,
  type UnresolvedAddress,
  addSubjects,
  findToolsIn,
} from "#shared/mentions/links-in-item.ts";
import type { NameFinder } from "#shared/mentions/mentions.ts";
import { createNameFinder } from "#shared/mentions/names/name-finder.ts";
import { type TitleHeads, headsIn } from "#shared/mentions/title-heads.ts";
import { toIsbn13 } from "#shared/readings/isbn.ts";

import { listArticlesAt, listBooks, listPapersByNumber } from "./item-lookups.queries.ts";
import { listTitledItems } from "./known-names.queries.ts";
import {
  type KnownNames,
  createKnownNames,
  readHeads,
  readNameCounts,
  readNames,
} from "./names-to-find.task.ts";

/** Input for a worker that scans items. */
export interface FindLinksTask {
  databaseUrl: string;
  origins: readonly string[];
  kind: ItemKind;
  ids: readonly string[];
  /** Versions that change with the names of tools, their statistics, and long titles. */
  namesVersion: string;
  countsVersion: string;
  titlesVersion: string;
}

interface Cached<Value> {
  version: string;
  value: Promise<Value>;
}

/** Data of one database, cached by this thread. */
interface DatabaseCache {
  db: Promise<Db>;
  names?: Cached<Awaited<ReturnType<typeof readNames>>>;
  counts?: Cached<Awaited<ReturnType<typeof readNameCounts>>>;
  heads?: Cached<TitleHeads>;
}

const caches = new Map<string, DatabaseCache>();

/** Finds mentions in items' texts in a worker thread, through a read-only connection. */
export async function findLinks({
  databaseUrl,
  origins,
  kind,
  ids,
  namesVersion,
  countsVersion,
  titlesVersion,
}: FindLinksTask): Promise<ScannedItem[]> {
  const cache = caches.get(databaseUrl) ?? { db: openForReading(databaseUrl) };
  caches.set(databaseUrl, cache);
  try {
    const db = await cache.db;
    if (cache.names?.version !== namesVersion) cache.names = { version: namesVersion, value: readNames(db) };
    if (cache.counts?.version !== countsVersion)
      cache.counts = { version: countsVersion, value: readNameCounts(db) };
    // Each scanned paper may add a title. So all titles are only loaded for articles, which are scanned after papers.
    if (cache.heads?.version !== titlesVersion && kind === "article")
      cache.heads = { version: titlesVersion, value: readHeads(db) };
    const heads = cache.heads?.version === titlesVersion ? await cache.heads.value : undefined;
    const known = createKnownNames(await cache.names.value, await cache.counts.value);
    return await findInItems(db, { known, origins, ...(heads && { heads }) }, kind, ids);
  } catch (error) {
    caches.delete(databaseUrl);
    throw error;
  }
}

/** Data for scanning: the tools' names, and the URLs of this product. */
export interface ScanData {
  known: KnownNames;
  origins: readonly string[];
  /** First words of all titles, for a full scan. */
  heads?: TitleHeads;
}

/** Scanned item with its mentions. */
export interface ScannedItem {
  id: string;
  title: string;
  at: string;
  links: FoundLink[];
}

/** Scans the current texts of these items. Stores nothing. */
export const findInItems = async (
  db: Db,
  data: ScanData,
  kind: ItemKind,
  ids: readonly string[],
): Promise<ScannedItem[]> => findInTexts(db, data, kind, await loadItemTexts(db, kind, ids));

/** Returns the mentions in these texts. */
export async function findInTexts(
  db: Db,
  data: ScanData,
  kind: ItemKind,
  items: readonly ItemTexts[],
): Promise<ScannedItem[]> {
  const found = await findLinksInTexts(db, data, kind, items);
  return items.map(({ id, title, at }, index) => ({ id, title, at, links: found[index]?.all ?? [] }));
}

/** Returns the mentions of each item. Yields to other work in between. */
async function findLinksInTexts(
  db: Db,
  { known, origins, heads }: ScanData,
  kind: ItemKind,
  items: readonly ItemTexts[],
): Promise<LinksOfItem[]> {
  const yieldIfDue = createYielder();
  const titles = await findTitlesInTexts(db, items, heads, yieldIfDue);
  const all: LinksOfItem[] = [];
  for (const item of items) {
    const links = new LinksOfItem(formatItemRef({ kind, id: item.id }));
    for (const text of item.texts) {
      for (const { span, to } of await resolveFoundAddresses(db, findToolsIn(text, known, origins, links)))
        links.add({ to, how: "address", state: "found", span: { ...span, ...span.address } });
      if (titles !== null) findTitlesIn(text, titles, links);
      await yieldIfDue();
    }
    addSubjects(item, known, links);
    all.push(links);
  }
  return all;
}

/** Number of title beginnings looked up at once. */
const HEADS_AT_ONCE = 2000;

/** Returns titles of other items that these texts may contain; null if there are none. */
async function findTitlesInTexts(
  db: Db,
  items: readonly ItemTexts[],
  heads: TitleHeads | undefined,
  yieldIfDue: () => Promise<void>,
): Promise<NameFinder | null> {
  const titledItems: ItemKey[] = [];
  let found = new Set<string>();
  const findTitled = async () => {
    titledItems.push(...(await listTitledItems(db, found)));
    found = new Set();
    await yieldIfDue();
  };
  for (const { field, text } of items.flatMap(({ texts }) => texts)) {
    if (field === "address") continue;
    for (const head of headsIn(text, heads)) found.add(head);
    if (found.size >= HEADS_AT_ONCE) await findTitled();
  }
  await findTitled();
  if (titledItems.length === 0) return null;
  const titles = await loadTitles(db, titledItems);
  return createNameFinder([...titles].map(([target, { title }]) => ({ target, name: title })));
}

function findTitlesIn(part: ItemText, titles: NameFinder, links: LinksOfItem): void {
  if (part.field === "address") return;
  for (const { target, start, end } of titles.find(part.text).mentions)
    links.add({
      to: itemRefSchema.parse(target),
      how: "name",
      state: "found",
      span: { ...part, start, end },
    });
}

type ItemsByAddress = ReadonlyMap<string, ItemRef>;

/** Returns the items at these addresses, in their order. For an article, returns the lead of its cluster. */
async function resolveFoundAddresses(
  db: Db,
  addresses: readonly UnresolvedAddress[],
): Promise<{ span: UnresolvedAddress; to: ItemRef }[]> {
  if (addresses.length === 0) return [];
  const valuesOf = (wanted: UnresolvedAddress["address"]["kind"]) => [
    ...new Set(addresses.flatMap(({ address: { kind, value } }) => (kind === wanted ? value : []))),
  ];
  const found: Record<UnresolvedAddress["address"]["kind"], ItemsByAddress> = {
    item: new Map(valuesOf("item").map((ref) => [ref, itemRefSchema.parse(ref)])),
    arxiv: await findPapers(db, valuesOf("arxiv")),
    isbn: await findBooks(db, valuesOf("isbn")),
    url: await findArticles(db, valuesOf("url")),
    host: new Map(),
  };
  return addresses.flatMap((span) => {
    const to = found[span.address.kind].get(span.address.value);
    return to === undefined ? [] : [{ span, to }];
  });
}

async function findPapers(db: Db, numbers: readonly string[]): Promise<ItemsByAddress> {
  if (numbers.length === 0) return new Map();
  const papers = await listPapersByNumber(db, numbers);
  return new Map(papers.map(({ id, arXivId }) => [arXivId, `paper:${id}`]));
}

/** Compares the ISBNs of all readings, because one ISBN can be written in several ways. */
async function findBooks(db: Db, isbns: readonly string[]): Promise<ItemsByAddress> {
  if (isbns.length === 0) return new Map();
  const wanted = new Set(isbns);
  const books = await listBooks(db);
  return new Map(
    books.flatMap(({ id, isbn }) => {
      const digits = toIsbn13(isbn ?? "");
      return digits !== null && wanted.has(digits) ? [[digits, `reading:${id}`] as const] : [];
    }),
  );
}

async function findArticles(db: Db, urls: readonly string[]): Promise<ItemsByAddress> {
  const canonical = urls.flatMap((url) => {
    const address = canonicalUrl(url);
    return address === null ? [] : [{ url, address }];
  });
  if (canonical.length === 0) return new Map();
  const articles = await listArticlesAt(
    db,
    canonical.map(({ address }) => address),
  );
  const ids = new Map(articles.map(({ id, url, leadId }) => [url, leadId ?? id]));
  return new Map(
    canonical.flatMap(({ url, address }) => {
      const id = ids.get(address);
      return id === undefined ? [] : [[url, `article:${id}`] as const];
    }),
  );
}
