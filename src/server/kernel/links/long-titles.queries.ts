import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import { headOf } from "#shared/mentions/title-heads.ts";

/** Stores how the titles of these items begin. Returns the items whose beginning is new. */
export async function saveTitleBeginnings<Item extends { id: string; title: string }>(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  items: readonly Item[],
): Promise<Item[]> {
  const ofKind = engineOf(db).valuesOf(ids);
  const rows = await db
    .selectFrom("long_titles")
    .select(["head", "itemId"])
    .where("kind", "=", kind)
    .where("itemId", "in", ofKind)
    .execute();
  const headsOf = new Map(rows.map(({ head, itemId }) => [itemId, head]));
  const changed = items.filter(({ id, title }) => (headsOf.get(id) ?? null) !== headOf(title));
  const there = new Set(items.map(({ id }) => id));
  const outdated = [...changed.map(({ id }) => id), ...ids.filter((id) => !there.has(id))];
  if (outdated.length > 0)
    await db
      .deleteFrom("long_titles")
      .where("kind", "=", kind)
      .where("itemId", "in", engineOf(db).valuesOf(outdated))
      .execute();
  const added = changed.flatMap((item) => {
    const head = headOf(item.title);
    return head === null ? [] : [{ item, row: { head, kind, itemId: item.id } }];
  });
  if (added.length > 0)
    await db
      .insertInto("long_titles")
      .values(added.map(({ row }) => row))
      .execute();
  return added.map(({ item }) => item);
}

/** Limit of titles with the same beginning. More of them identify nothing. */
const MOST_ALIKE = 200;
const MOST_TITLED = 20_000;

/** Lists items whose titles begin with one of these, up to a limit for each beginning. */
export async function listTitledItems(
  db: Db,
  heads: ReadonlySet<string>,
  mostAlike = MOST_ALIKE,
): Promise<ItemKey[]> {
  if (heads.size === 0) return [];
  const titled = db
    .selectFrom("long_titles")
    .select(({ fn }) => [
      "kind",
      "itemId",
      fn
        .agg<number>("row_number")
        .over((over) => over.partitionBy("head").orderBy("kind").orderBy("itemId"))
        .as("place"),
    ])
    .where("head", "in", engineOf(db).valuesOf([...heads]));
  const rows = await db
    .selectFrom(titled.as("titled"))
    .select(["kind", "itemId"])
    .where("place", "<=", mostAlike)
    .limit(MOST_TITLED)
    .execute();
  return rows.map(({ kind, itemId }) => ({ kind, id: itemId }));
}

export async function countLongTitles(db: Db): Promise<number> {
  const { titles } = await db
    .selectFrom("long_titles")
    .select(({ fn }) => fn.countAll<number>().as("titles"))
    .executeTakeFirstOrThrow();
  return titles;
}

/** Lists up to `limit` title beginnings after this one, in order. */
export async function nextHeads(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("long_titles")
    .select("head")
    .distinct()
    .where("head", ">", after)
    .orderBy("head")
    .limit(limit)
    .execute();
  return rows.map(({ head }) => head);
}
