import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";

/** Returns the sort keys of links from these articles to tools that are not their first, by both ids. */
export async function listNewsLinks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("links")
    .select(["fromId", "toId", "place"])
    .where("fromKind", "=", "article")
    .where("fromId", "in", engineOf(db).valuesOf(ids))
    .where("place", "is not", null)
    .execute();
  return new Map(rows.map(({ fromId, toId, place }) => [`${fromId} ${toId}`, place ?? 0]));
}

/** Updates the sort keys of these links from articles to tools that are not their first. */
export const updateNewsLinks = (db: Db, ids: readonly string[]) =>
  db
    .updateTable("links")
    .set(({ selectFrom }) => ({
      place: selectFrom("news_articles as article")
        .select("article.place")
        .whereRef("article.id", "=", "links.fromId")
        .whereRef("article.toolId", "<>", "links.toId")
        .where("article.leadPlace", "is", null),
    }))
    .where("id", "in", engineOf(db).valuesOf(ids))
    .where("place", "is not", null)
    .execute();
