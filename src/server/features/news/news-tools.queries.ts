/**
 * The tools of the news. An article has its first tool in its row, as does every article of its cluster. The cluster's
 * other tools are links from its first article, with its sort key.
 */
import { randomUUID } from "node:crypto";

import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { inBatches } from "#db/rows.ts";
import type { ArticleRow } from "#db/schema.ts";

/** Tool under which articles are stored. */
export interface NewsTool {
  id: string;
  name: string;
}

/** First article of a cluster. */
export type LeadArticle = Pick<ArticleRow, "id" | "place" | "title" | "publishedAt" | "toolId" | "toolName">;

/** Lists the tools of these articles besides their first, by name. */
export async function listFurtherTools(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { toolId: string; name: string }[]>> {
  const rows = await db
    .selectFrom("links as link")
    .innerJoin("ai_tools as tool", "tool.id", "link.toId")
    .select(["link.fromId", "tool.id as toolId", "tool.name"])
    .where("link.fromKind", "=", sql.lit("article"))
    .where("link.fromId", "in", engineOf(db).valuesOf(ids))
    .where("link.toKind", "=", sql.lit("tool"))
    .where("link.place", "is not", null)
    .execute();
  const inOrder = rows.toSorted(
    (one, other) => one.name.localeCompare(other.name, "en-US") || (one.toolId < other.toolId ? -1 : 1),
  );
  return Map.groupBy(inOrder, ({ fromId }) => fromId);
}

/** Lists the first articles at these sort keys. */
export const listLeads = (db: Db, places: readonly number[]): Promise<LeadArticle[]> =>
  db
    .selectFrom("news_articles")
    .select(["id", "place", "title", "publishedAt", "toolId", "toolName"])
    .where("place", "in", engineOf(db).valuesOf(places))
    .execute();

/** Adds tools to clusters and queues these for the search index and for scanning. */
export async function addTools(
  db: Db,
  additions: readonly { lead: LeadArticle; tool: NewsTool }[],
): Promise<void> {
  for await (const batch of inBatches(additions)) {
    await db
      .insertInto("links")
      .values(
        batch.map(({ lead, tool }) => ({
          id: randomUUID(),
          fromKind: "article" as const,
          fromId: lead.id,
          toKind: "tool" as const,
          toId: tool.id,
          // As found by a scan of the article.
          how: "address" as const,
          spelled: tool.name,
          excerpt: lead.title,
          field: "subject" as const,
          commentId: null,
          state: "found" as const,
          decidedBy: null,
          decidedAt: null,
          at: lead.publishedAt,
          place: lead.place,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["fromKind", "fromId", "toKind", "toId"])
          .doUpdateSet(({ ref }) => ({ place: ref("excluded.place") })),
      )
      .execute();
    await db
      .insertInto("search_queue")
      .values([...new Set(batch.map(({ lead }) => lead.id))].map((itemId) => ({ kind: "article", itemId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Makes a tool the first of a cluster. Its former first tool becomes one of the others, unless `isRemoved`. */
export async function changeFirstTool(
  db: Db,
  lead: LeadArticle,
  tool: NewsTool,
  { isRemoved }: { isRemoved: boolean },
): Promise<void> {
  if (lead.toolId === tool.id) return;
  await db
    .updateTable("news_articles")
    .set({ toolId: tool.id, toolName: tool.name })
    .where(({ or, eb }) => or([eb("place", "=", lead.place), eb("leadPlace", "=", lead.place)]))
    .execute();
  await db
    .updateTable("links")
    .set({ place: null })
    .where("fromKind", "=", "article")
    .where("fromId", "=", lead.id)
    .where("toKind", "=", "tool")
    .where("toId", "=", tool.id)
    .execute();
  // Triggers only count new and deleted articles.
  await db
    .insertInto("story_counts")
    .values({ toolId: tool.id, stories: 1 })
    .onConflict((conflict) =>
      conflict.column("toolId").doUpdateSet((is) => ({ stories: is("story_counts.stories", "+", 1) })),
    )
    .execute();
  await db
    .updateTable("story_counts")
    .set((is) => ({ stories: is("stories", "-", 1) }))
    .where("toolId", "=", lead.toolId)
    .execute();
  await db.deleteFrom("story_counts").where("toolId", "=", lead.toolId).where("stories", "=", 0).execute();
  if (!isRemoved) await addTools(db, [{ lead, tool: { id: lead.toolId, name: lead.toolName } }]);
}
