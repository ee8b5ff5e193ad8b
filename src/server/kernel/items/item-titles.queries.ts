import type { Db } from "#db/database.ts";
import type { ItemKey, ItemKind } from "#shared/item-address.ts";
import { formatItemRef, type ItemRef } from "#shared/items.ts";

interface Titled {
  id: string;
  title: string;
  at: string;
}

type Loader = (db: Db, ids: readonly string[]) => Promise<Titled[]>;

const LOADERS: Record<ItemKind, Loader> = {
  tool: (db, ids) =>
    db
      .selectFrom("ai_tools")
      .select(["id", "name as title", "dateUpdated as at"])
      .where("id", "in", ids)
      .execute(),
  prompt: (db, ids) =>
    db
      .selectFrom("prompts")
      .select(["id", "name as title", "dateUpdated as at"])
      .where("id", "in", ids)
      .execute(),
  reading: (db, ids) =>
    db.selectFrom("readings").select(["id", "title", "createdAt as at"]).where("id", "in", ids).execute(),
  paper: (db, ids) =>
    db
      .selectFrom("research_papers")
      .select(["id", "title", "publishedAt as at"])
      .where("id", "in", ids)
      .execute(),
  article: (db, ids) =>
    db
      .selectFrom("news_articles")
      .select(["id", "title", "publishedAt as at"])
      .where("id", "in", ids)
      .execute(),
};

/** What these items are called and how old they are, in one query a kind; those that are gone are left out. */
export async function loadTitles(
  db: Db,
  items: readonly ItemKey[],
): Promise<Map<ItemRef, { title: string; at: string }>> {
  const idsByKind = Map.groupBy(items, ({ kind }) => kind);
  const titles = new Map<ItemRef, { title: string; at: string }>();
  for (const [kind, ofKind] of idsByKind) {
    const ids = [...new Set(ofKind.map(({ id }) => id))];
    for (const { id, title, at } of await LOADERS[kind](db, ids))
      titles.set(formatItemRef({ kind, id }), { title, at });
  }
  return titles;
}
