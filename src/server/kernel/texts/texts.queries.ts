import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { compileOnce } from "#db/engine.ts";
import { countRows } from "#db/rows.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import { formatItemRef, type ItemRef } from "#shared/kernel/items.ts";
import type { ItemTexts } from "#shared/mentions/links-in-item.ts";
import type { SearchKind } from "#shared/search/search.ts";

import { type IndexedDoc, partSources, sourceOf } from "./text-source.ts";

/** Returns the texts that search indexes and shows. Skips unknown ids. */
export const loadDocs = (db: Db, kind: SearchKind, ids: readonly string[]): Promise<IndexedDoc[]> =>
  ids.length === 0 ? Promise.resolve([]) : sourceOf(kind).docs(db, ids, (items) => loadTitles(db, items));

/** Returns the texts of items and their discussions, to scan for links. Skips unknown ids. */
export async function loadItemTexts(db: Db, kind: ItemKind, ids: readonly string[]): Promise<ItemTexts[]> {
  if (ids.length === 0) return [];
  const items = await sourceOf(kind).texts(db, ids);
  for (const part of partSources()) {
    const texts = await part.textsOf(db, kind, ids);
    for (const item of items) item.texts.push(...(texts.get(item.id) ?? []));
  }
  return items;
}

const selectTitles = (kind: ItemKind, ids: readonly string[]) => {
  const { table, columns } = sourceOf(kind);
  return sql<{ id: string; title: string; at: string }>`
    select id, ${sql.ref(columns.title)} as title, ${sql.ref(columns.at)} as at
    from ${sql.table(table)} where id in (${sql.join(ids)})`;
};

const compileFindTitle = (kind: ItemKind) =>
  compileOnce((db, { id }: { id: string }) => selectTitles(kind, [id]).compile(db));
const findTitleQueries = new Map<ItemKind, ReturnType<typeof compileFindTitle>>();

async function listTitles(db: Db, kind: ItemKind, ids: readonly string[]) {
  const [id] = ids;
  if (id === undefined || ids.length > 1) return (await selectTitles(kind, ids).execute(db)).rows;
  const find = findTitleQueries.get(kind) ?? compileFindTitle(kind);
  findTitleQueries.set(kind, find);
  return find(db, { id });
}

/** Returns titles and ages of these items, in one query per kind. Skips deleted items. */
export async function loadTitles(
  db: Db,
  items: readonly ItemKey[],
): Promise<Map<ItemRef, { title: string; at: string }>> {
  const idsByKind = Map.groupBy(items, ({ kind }) => kind);
  const titles = new Map<ItemRef, { title: string; at: string }>();
  for (const [kind, ofKind] of idsByKind) {
    const ids = [...new Set(ofKind.map(({ id }) => id))];
    for (const { id, title, at } of await listTitles(db, kind, ids))
      titles.set(formatItemRef({ kind, id }), { title, at });
  }
  return titles;
}

/** Returns the items with these ids, or for comments, the items that they belong to. */
export async function itemsOf(db: Db, kind: SearchKind, ids: readonly string[]): Promise<ItemKey[]> {
  if (ids.length === 0) return [];
  const source = sourceOf(kind);
  if ("itemsOf" in source) return source.itemsOf(db, ids);
  return ids.map((id) => ({ kind: source.kind, id }));
}

/** Returns the next ids after this one, in order. */
export async function listNextIds(db: Db, kind: SearchKind, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom(sourceOf(kind).table)
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the items of a kind. */
export const countItems = (db: Db, kind: ItemKind): Promise<number> =>
  countRows(db.selectFrom(sourceOf(kind).table));
