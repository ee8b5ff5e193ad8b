import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import type { SearchDoc } from "#db/search/ranked-search.ts";
import type { ItemTable } from "#server/kernel/items/item-store.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import { LINK_FIELDS, type LinkField } from "#shared/links/link-fields.ts";
import type { ItemText, ItemTexts } from "#shared/mentions/links-in-item.ts";
import type { SearchKind } from "#shared/search/search.ts";

/** Indexed document, with the data shown in its search result. */
export interface IndexedDoc extends SearchDoc {
  kind: SearchKind;
  /** Title of the result. For a comment, its item's title. */
  heading: string;
  /** Names of its authors. */
  shownPeople: string | null;
  /** Item that a comment is about. */
  subject: ItemKey | null;
}

type TitlesOf = (items: readonly ItemKey[]) => Promise<ReadonlyMap<ItemRef, { title: string }>>;

interface BaseSource {
  table: ItemTable | "comments" | "news_articles" | "research_papers";
  /** Returns the texts that search indexes and shows. Skips unknown ids. */
  docs(db: Db, ids: readonly string[], titlesOf: TitlesOf): Promise<IndexedDoc[]>;
}

/** Source of titles and texts for one kind of item. */
export interface ItemSource extends BaseSource {
  kind: ItemKind;
  /** Further tables with content that its list shows. */
  shownTables?: readonly (keyof Schema)[];
  columns: { title: "name" | "title"; at: "dateUpdated" | "createdAt" | "publishedAt" };
  /** Number of items scanned for links at once without a worker: a few milliseconds for texts of usual length. */
  scanBatchSize: number;
  /** True if texts are searched for its titles. */
  isFoundByTitle?: true;
  /** Returns the texts to scan for links. Skips unknown ids. */
  texts(db: Db, ids: readonly string[]): Promise<ItemTexts[]>;
  /** Returns the ids of items to scan again after these are deleted. */
  listRescanned?(db: Db, ids: readonly string[]): Promise<string[]>;
}

/** Source of texts that are part of an item, such as comments. */
export interface PartSource extends BaseSource {
  kind: Exclude<SearchKind, ItemKind>;
  /** Returns the items to which these parts belong. */
  itemsOf(db: Db, ids: readonly string[]): Promise<ItemKey[]>;
  /** Returns the parts' texts of these items, by item id, to scan for links. */
  textsOf(db: Db, kind: ItemKind, ids: readonly string[]): Promise<ReadonlyMap<string, ItemText[]>>;
}

export type TextSource = ItemSource | PartSource;

/** Set once per thread, before any text is read. */
let sources: readonly TextSource[] = [];

export const registerTextSources = (list: readonly TextSource[]): void => {
  sources = list;
};

export function sourceOf(kind: ItemKind): ItemSource;
export function sourceOf(kind: SearchKind): TextSource;
export function sourceOf(kind: SearchKind): TextSource {
  const source = sources.find((one) => one.kind === kind);
  if (!source) throw new Error(`no slice declares the texts of ${kind}s`);
  return source;
}

/** Returns the sources of texts that belong to items. */
export const partSources = (): PartSource[] => sources.filter((one): one is PartSource => "itemsOf" in one);

/** Returns the sources of items, in the order of the slices. */
export const itemSources = (): ItemSource[] =>
  sources.filter((one): one is ItemSource => !("itemsOf" in one));

/** Returns the tables with displayed content of a kind. */
export function tablesOf(kind: ItemKind): readonly (keyof Schema)[] {
  const { table, shownTables = [] } = sourceOf(kind);
  return [table, ...shownTables];
}

interface DocParts {
  itemId: string;
  at: string;
  title: string;
  texts: readonly (string | null)[];
  people: string | null;
  tags: string[];
  addedBy: string | null;
  verdict?: string;
}

export const toDoc = (kind: SearchKind, { texts, people, ...parts }: DocParts): IndexedDoc => ({
  kind,
  ...parts,
  body: oneLine(texts.flatMap((text) => (text === null || text.trim() === "" ? [] : text)).join(" · ")),
  people: people ?? "",
  verdict: parts.verdict ?? null,
  heading: parts.title,
  shownPeople: people,
  subject: null,
});

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** Creates an item with its non-empty texts, in the order of `LINK_FIELDS`. */
export const toItemTexts = (
  described: Pick<ItemTexts, "id" | "title" | "at">,
  texts: Partial<Record<LinkField, string | null>>,
): ItemTexts => ({
  ...described,
  texts: LINK_FIELDS.flatMap((field) => {
    const text = texts[field] ?? "";
    return text === "" ? [] : { field, text };
  }),
  subjects: [],
});
