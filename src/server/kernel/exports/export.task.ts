import type { Db } from "#db/database.ts";
import { readDatabase } from "#db/open-for-reading.ts";
import type { ItemStore } from "#server/kernel/items/item-store.ts";
import { streamRows } from "#server/kernel/items/items.queries.ts";
import { getSliceData } from "#server/kernel/slice-data.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

import { type Exporter, type ExportRequest, noItemsSelected } from "./exporter.ts";
import type { TextWriters } from "./text-writers.ts";

/** Input of a text export. The worker reads the items from the database itself. */
interface TextExport extends ExportRequest {
  databaseUrl: string;
  kind: LibraryKind;
}

/** Writes items as a text file in list order. Throws if no selected item exists. */
export const writeText = ({ databaseUrl, kind, ...request }: TextExport): Promise<Uint8Array> =>
  readDatabase(databaseUrl, async (db) => (await getSliceData(kind)).exporter.write(db, request));

interface ExportRules<Item> extends Pick<Exporter, "kind" | "files"> {
  store: ItemStore<Item>;
  writers: TextWriters<Item>;
  /** Adds data to the items of one part of a JSON file. */
  addDetails?(db: Db, part: readonly Item[]): Promise<readonly Item[]>;
  /** Further formats, each written in one piece. */
  formats?: Readonly<Record<string, (db: Db, items: readonly Item[], now: Date) => string | Promise<string>>>;
}

/** Creates an exporter that writes JSON, CSV and the kind's further formats. */
export const createExporter = <Item extends { id: string }>({
  kind,
  files,
  store,
  writers,
  addDetails,
  formats = {},
}: ExportRules<Item>): Exporter => ({
  kind,
  files,
  async write(db, { format, ids, now }) {
    const items = selectItems(db, store, ids && new Set(ids), kind);
    if (format === "csv") return writeInParts(items, writers.csv());
    if (format === "json")
      return writeInParts(items, writers.json(), addDetails && ((part) => addDetails(db, part)));
    const write = formats[format];
    if (!write) throw new Error(`the export of ${kind}s has no format ${format}`);
    const all: Item[] = [];
    for await (const item of items) all.push(item);
    return Buffer.from(await write(db, all, now));
  },
});

/** Iterates over the selected items in list order, or over all without a selection. */
export async function* selectItems<Item extends { id: string }>(
  db: Db,
  store: ItemStore<Item>,
  ids: ReadonlySet<string> | undefined,
  noun: LibraryKind,
): AsyncGenerator<Item> {
  let found = 0;
  for await (const item of streamRows(db, store)) {
    if (ids && !ids.has(item.id)) continue;
    found += 1;
    yield item;
    if (found === ids?.size) break;
  }
  if (ids && found === 0) throw noItemsSelected(noun);
}

const ITEMS_PER_PART = 500;

/** Writes in parts, so that a long list needs no more memory than its file. */
async function writeInParts<Item>(
  items: AsyncIterable<Item>,
  writer: ReturnType<TextWriters<Item>["json"]>,
  complete = (part: readonly Item[]): Promise<readonly Item[]> => Promise.resolve(part),
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let part: Item[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < ITEMS_PER_PART) continue;
    parts.push(Buffer.from(writer.next(await complete(part))));
    part = [];
  }
  parts.push(Buffer.from(writer.next(await complete(part))), Buffer.from(writer.end()));
  return Buffer.concat(parts);
}
