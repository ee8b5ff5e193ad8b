import type { Db } from "#db/database.ts";
import { readDatabase } from "#db/open.ts";
import { promptStore } from "#server/features/prompts/prompts.queries.ts";
import { readingStore } from "#server/features/readings/readings.queries.ts";
import { listToolMemory } from "#server/features/tools/tool-memory.queries.ts";
import { toolStore } from "#server/features/tools/tools.queries.ts";
import type { ItemStore } from "#server/kernel/items/item-store.ts";
import { streamRows } from "#server/kernel/items/items.queries.ts";
import type { ExportFormat, ReadingExportFormat } from "#shared/export.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { toolsAsMarkdown } from "./as-markdown.ts";
import { promptsAsText, readingsAsText, type TextWriters, toolsAsText } from "./as-text.ts";
import { noneChosen } from "./export-parts.ts";
import { findLogos } from "./logos.task.ts";
import { readingsAsBibtex } from "./readings-as-bibtex.ts";

/** Input of a text export. The worker reads the items from the database itself. */
export type TextExport = {
  databaseUrl: string;
  /** Ids of selected items; all if undefined. */
  ids?: readonly string[] | undefined;
} & (
  | { kind: "tool"; format: Exclude<ExportFormat, "slides">; now: Date }
  | { kind: "prompt"; format: "json" | "csv" }
  | { kind: "reading"; format: ReadingExportFormat }
);

/** Writes items as a text file in list order. Throws if no selected item exists. */
export const writeText = (input: TextExport): Promise<Uint8Array> =>
  readDatabase(input.databaseUrl, async (db) => {
    const ids = input.ids && new Set(input.ids);
    if (input.kind === "tool") {
      const tools = itemsOf(db, toolStore, ids, "tool");
      if (input.format === "json") return inParts(tools, toolsAsText, "json", (part) => withMemory(db, part));
      if (input.format === "csv") return inParts(tools, toolsAsText, "csv");
      const all = await allOf(tools);
      return Buffer.from(toolsAsMarkdown(all, await findLogos(db, all), input.now));
    }
    if (input.kind === "prompt") {
      return inParts(itemsOf(db, promptStore, ids, "prompt"), promptsAsText, input.format);
    }
    const readings = itemsOf(db, readingStore, ids, "reading");
    if (input.format !== "bibtex") return inParts(readings, readingsAsText, input.format);
    return Buffer.from(readingsAsBibtex(await allOf(readings)));
  });

/** Adds aliases and the present verdict to tools that have them. */
async function withMemory(db: Db, tools: readonly Tool[]): Promise<Tool[]> {
  const memories = await listToolMemory(
    db,
    tools.map(({ id }) => id),
  );
  return tools.map((tool) => {
    const { aliases = [], verdict } = memories.get(tool.id) ?? {};
    return { ...tool, ...(aliases.length > 0 && { aliases }), ...verdict };
  });
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Iterates over the selected items in list order, or over all without a selection. */
export async function* itemsOf<Item extends { id: string }>(
  db: Db,
  store: ItemStore<Item>,
  ids: ReadonlySet<string> | undefined,
  noun: "tool" | "prompt" | "reading",
): AsyncGenerator<Item> {
  let found = 0;
  for await (const item of streamRows(db, store)) {
    if (ids && !ids.has(item.id)) continue;
    found += 1;
    yield item;
    if (found === ids?.size) break;
  }
  if (ids && found === 0) throw noneChosen(noun);
}

const ITEMS_PER_PART = 500;

/**
 * Writes in parts, so that a long list needs no more memory than its file. `complete` adds data to the items of a
 * part.
 */
async function inParts<Item>(
  items: AsyncIterable<Item>,
  writers: TextWriters<Item>,
  format: "json" | "csv",
  complete = (part: readonly Item[]): Promise<readonly Item[]> => Promise.resolve(part),
): Promise<Uint8Array> {
  const write = writers[format]();
  const parts: Uint8Array[] = [];
  let part: Item[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < ITEMS_PER_PART) continue;
    parts.push(Buffer.from(write.next(await complete(part))));
    part = [];
  }
  parts.push(Buffer.from(write.next(await complete(part))), Buffer.from(write.end()));
  return Buffer.concat(parts);
}
