import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { countRows, inBatches, ROWS_READ_AT_ONCE, streamByKey } from "#db/rows.ts";
import type { NameCountRow } from "#db/schema.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import type { Seen } from "#shared/mentions/names/name-finder.ts";
import { headOf } from "#shared/mentions/title-heads.ts";

/** Streams all tools with their searchable data, in batches. */
export const streamNamedTools = (db: Db) =>
  streamByKey(
    (after) =>
      db
        .selectFrom("ai_tools")
        .select(["id", "name", "company", "url"])
        .where("id", ">", after)
        .orderBy("id")
        .limit(ROWS_READ_AT_ONCE)
        .execute(),
    ({ id }) => id,
  );

/** Returns the aliases of these tools, the oldest first. */
export const listAliasesOf = (db: Db, toolIds: readonly string[]) =>
  db
    .selectFrom("tool_aliases")
    .select(["toolId", "spelled"])
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .orderBy("createdAt")
    .orderBy("folded")
    .execute();

/** Returns all names of a tool: its own, then its aliases. */
export async function listNamesOf(db: Db, toolId: string): Promise<string[]> {
  const tools = await db.selectFrom("ai_tools").select("name").where("id", "=", toolId).execute();
  const aliases = await db
    .selectFrom("tool_aliases")
    .select("spelled")
    .where("toolId", "=", toolId)
    .orderBy("folded")
    .execute();
  return [...tools.map(({ name }) => name), ...aliases.map(({ spelled }) => spelled)];
}

/** Streams each name's statistics and users' match decisions, in batches. */
export const streamNameCounts = (db: Db) =>
  streamByKey(
    (after) =>
      db
        .selectFrom("name_counts")
        .selectAll()
        .where("folded", ">", after)
        .orderBy("folded")
        .limit(ROWS_READ_AT_ONCE)
        .execute(),
    ({ folded }) => folded,
  );

/** Stores the statistics of names. Users' match decisions remain. */
export async function saveNameCounts(db: Db, counts: readonly ({ folded: string } & Seen)[]): Promise<void> {
  for await (const batch of inBatches(counts))
    await db
      .insertInto("name_counts")
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .column("folded")
          .doUpdateSet(({ ref }) => ({ seen: ref("excluded.seen"), lower: ref("excluded.lower") })),
      )
      .execute();
}

/** Adds to a name's match decisions by users. Returns their totals. */
export async function addAnswers(
  db: Db,
  folded: string,
  { right, wrong }: Pick<NameCountRow, "right" | "wrong">,
): Promise<Pick<NameCountRow, "right" | "wrong">> {
  await db
    .insertInto("name_counts")
    .values({ folded, seen: 0, lower: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .updateTable("name_counts")
    .set((is) => ({ right: is("right", "+", right), wrong: is("wrong", "+", wrong) }))
    .where("folded", "=", folded)
    .returning(["right", "wrong"])
    .executeTakeFirstOrThrow();
}

/** Stores how the titles of these items begin. Returns the items whose beginning is new. */
export async function saveTitleBeginnings<Item extends { id: string; title: string }>(
  db: Db,
  kind: ItemKind,
  ids: readonly string[],
  items: readonly Item[],
): Promise<Item[]> {
  const itemIds = engineOf(db).valuesOf(ids);
  const rows = await db
    .selectFrom("long_titles")
    .select(["head", "itemId"])
    .where("kind", "=", kind)
    .where("itemId", "in", itemIds)
    .execute();
  const headsOf = new Map(rows.map(({ head, itemId }) => [itemId, head]));
  const changed = items.filter(({ id, title }) => (headsOf.get(id) ?? null) !== headOf(title));
  const existing = new Set(items.map(({ id }) => id));
  const outdated = [...changed.map(({ id }) => id), ...ids.filter((id) => !existing.has(id))];
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
const MAX_TITLES_PER_BEGINNING = 200;
const MAX_TITLED_ITEMS = 20_000;

/** Lists items whose titles begin with one of these, up to a limit for each beginning. */
export async function listTitledItems(
  db: Db,
  heads: ReadonlySet<string>,
  maxPerBeginning = MAX_TITLES_PER_BEGINNING,
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
    .where("place", "<=", maxPerBeginning)
    .limit(MAX_TITLED_ITEMS)
    .execute();
  return rows.map(({ kind, itemId }) => ({ kind, id: itemId }));
}

export const countLongTitles = (db: Db): Promise<number> => countRows(db.selectFrom("long_titles"));

/** Lists up to `limit` title beginnings after this one, in order. */
export async function listNextHeads(db: Db, after: string, limit: number): Promise<string[]> {
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
