import type { ArticleRow, Schema } from "#db/schema.ts";
import { SortKeys } from "#db/sort-key.ts";
import type { Db } from "#server/app.ts";
import { takeDiscussions } from "#server/features/comments/deleted-comments.service.ts";
import {
  adaptUserColumn,
  adaptRows,
  toSavedRows,
  type SavedRow,
  type BatchedBelonging,
} from "#server/kernel/items/belongings.service.ts";
import { updateStoredRows, restoreRows } from "#server/kernel/items/trash.service.ts";
import { deleteLinksOfArticles } from "#server/kernel/links/deleted-links.service.ts";

import {
  countArticlesOfTool,
  countFlagsAsRead,
  countClustersAsRead,
  deleteArticles,
  insertFlagsOfArticles,
  listClustersToHandOver,
  listFlagsOfArticles,
  listFollowers,
  listNextArticles,
  listStoredAt,
  listTakenSortKeys,
  moveFollowers,
} from "./deleted-news.queries.ts";
import { addTools, changeFirstTool, type LeadArticle } from "./news-store.queries.ts";

/**
 * The news of a tool, with users' flags, links and discussions. Clusters that are also about other tools stay, under
 * one of these. The other articles are deleted, followers before the lead of their cluster, and restored after it.
 */
export const newsOfTool: BatchedBelonging = {
  name: "articles",
  count: countArticlesOfTool,
  async deleteRows(db, toolId, limit) {
    const articles = await listNextArticles(db, toolId, limit);
    const handedOver = await handOverClusters(db, articles, limit);
    if (handedOver.length > 0) return [{ table: "news_articles", rows: handedOver }];
    const ids = articles.map(({ id }) => id);
    const links = await deleteLinksOfArticles(db, ids, limit);
    if (links.length > 0) return [{ table: "links", rows: links }];
    const discussions = await takeDiscussions(db, "article", ids, limit);
    if (discussions.length > 0) return discussions;
    const places = articles.map(({ place }) => place);
    const flags = await listFlagsOfArticles(db, places);
    const flagsByPlace = Map.groupBy(flags, ({ place }) => place);
    let rows = 0;
    const restorable = articles.filter(({ place }, index) => {
      rows += 1 + (flagsByPlace.get(place)?.length ?? 0);
      return index === 0 || rows <= limit;
    });
    // Deleting an article deletes its flags. The trigger for read counts needs both.
    const deleted = restorable.map(({ place }) => place);
    await deleteArticles(db, deleted);
    return [
      {
        table: "news_marks",
        rows: restorable.flatMap(({ id, place }) =>
          (flagsByPlace.get(place) ?? []).map(({ place: _place, ...flag }) => ({ articleId: id, ...flag })),
        ),
      },
      { table: "news_articles", rows: restorable.toReversed().map((article) => ({ ...article })) },
    ];
  },
  restore: {
    async news_articles(db, { id, itemId }, rows) {
      const missing = await mergeWithStored(db, { id, itemId }, rows);
      if (missing.length === 0) return;
      const { restorable, moved } = await assignFreeSortKeys(db, id, missing);
      await restoreRows(db, "news_articles", restorable);
      const restored = restorable.map(({ place }) => Number(place));
      await countClustersAsRead(db, restored);
      if (moved.size > 0) await moveAllFollowers(db, { id, itemId }, moved);
    },
    async news_marks(db, _deletion, rows) {
      const fit = await adaptUserColumn("userId", "skip")(db, toSavedRows(rows));
      const places = await insertFlagsOfArticles(db, adaptRows(rows, fit).map(toFlags));
      await countFlagsAsRead(db, places);
    },
  },
};

/** Hands over these articles' clusters to their next tool, if they have one. Returns the articles' former rows. */
async function handOverClusters(db: Db, articles: readonly ArticleRow[], limit: number): Promise<SavedRow[]> {
  const places = new Set(articles.map(({ leadPlace, place }) => leadPlace ?? place));
  const clusters = await listClustersToHandOver(db, [...places]);
  if (clusters.length === 0) return [];
  const leads = clusters.map(({ lead }) => lead.place);
  const followers = Map.groupBy(await listFollowers(db, leads), ({ leadPlace }) => leadPlace);
  const saved: SavedRow[] = [];
  for (const { lead, next } of clusters) {
    const rows = [...(followers.get(lead.place) ?? []), lead];
    if (saved.length > 0 && saved.length + rows.length > limit) break;
    await changeFirstTool(db, lead, next, { isRemoved: true });
    saved.push(...rows.map((row) => ({ ...row })));
  }
  return saved;
}

/**
 * Adds the tool to articles that are stored. If they were handed over, the tool becomes their first again; if they were
 * found since, it becomes another of their tools. Returns the rows of the articles that are not stored.
 */
async function mergeWithStored(
  db: Db,
  { id, itemId }: { id: string; itemId: string },
  rows: readonly SavedRow[],
): Promise<SavedRow[]> {
  const urls = rows.map(({ url }) => String(url));
  const stored = await listStoredAt(db, urls);
  const storedByUrl = new Map(stored.map((one) => [one.url, one]));
  const additions = new Map<string, { lead: LeadArticle; tool: { id: string; name: string } }>();
  const newIds = new Map<string, string>();
  const newLeads = new Map<number, LeadArticle>();
  for (const row of rows) {
    const found = storedByUrl.get(String(row["url"]));
    if (!found) continue;
    const tool = { id: itemId, name: String(row["toolName"]) };
    if (found.storedId === row["id"]) {
      // Followers change their tool together with their lead.
      if (found.lead.id === found.storedId) await changeFirstTool(db, found.lead, tool, { isRemoved: false });
      continue;
    }
    if (found.lead.toolId !== itemId) additions.set(found.lead.id, { lead: found.lead, tool });
    newIds.set(String(row["id"]), found.lead.id);
    if (row["leadPlace"] === null) newLeads.set(Number(row["place"]), found.lead);
  }
  await addTools(db, [...additions.values()]);
  if (newIds.size > 0)
    await updateStoredRows(db, id, (table, row) => withReplacedIds(table, row, newIds, newLeads));
  return rows
    .filter(({ url }) => !storedByUrl.has(String(url)))
    .map((row) => withReplacedIds("news_articles", row, newIds, newLeads) ?? row);
}

/** Returns a saved row with the ids of stored articles in place of deleted ones. Returns null if nothing changes. */
function withReplacedIds(
  table: keyof Schema,
  row: SavedRow,
  newIds: ReadonlyMap<string, string>,
  newLeads: ReadonlyMap<number, LeadArticle>,
): SavedRow | null {
  if (table === "news_articles") {
    const lead = newLeads.get(Number(row["leadPlace"] ?? -1));
    return lead ? { ...row, leadPlace: lead.place, toolId: lead.toolId, toolName: lead.toolName } : null;
  }
  const changes = (["articleId", "fromId", "toId", "itemId"] as const).flatMap((column) => {
    const newId = newIds.get(String(row[column]));
    return newId === undefined ? [] : [[column, newId] as const];
  });
  return changes.length === 0 ? null : { ...row, ...Object.fromEntries(changes) };
}

/** Assigns other sort keys of the same time to articles if their own are taken. */
async function assignFreeSortKeys(
  db: Db,
  deletionId: string,
  rows: readonly SavedRow[],
): Promise<{ restorable: SavedRow[]; moved: ReadonlyMap<number, number> }> {
  const oldKeys = rows.map(({ place }) => Number(place));
  const takenKeys = await listTakenSortKeys(db, oldKeys);
  if (takenKeys.size === 0) return { restorable: [...rows], moved: new Map() };
  const sortKeys = new SortKeys(db, "news_articles");
  sortKeys.reserve(oldKeys.filter((place) => !takenKeys.has(place)));
  await updateStoredRows(db, deletionId, (table, { place }) => {
    if (table === "news_articles") sortKeys.reserve([Number(place)]);
    return null;
  });
  const moved = new Map<number, number>();
  for (const { place, publishedAt } of rows)
    if (takenKeys.has(Number(place))) moved.set(Number(place), await sortKeys.next(String(publishedAt)));
  const restorable = rows.map((row) => ({
    ...row,
    place: moved.get(Number(row["place"])) ?? row["place"] ?? null,
    leadPlace:
      row["leadPlace"] === null ? null : (moved.get(Number(row["leadPlace"])) ?? row["leadPlace"] ?? null),
  }));
  return { restorable, moved };
}

/** Updates followers to refer to the new sort key of their lead. */
async function moveAllFollowers(
  db: Db,
  { id, itemId }: { id: string; itemId: string },
  moved: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [from, to] of moved) await moveFollowers(db, itemId, from, to);
  await updateStoredRows(db, id, (table, row) => {
    const to = table === "news_articles" ? moved.get(Number(row["leadPlace"] ?? -1)) : undefined;
    return to === undefined ? null : { ...row, leadPlace: to };
  });
}

const toFlags = ({ articleId, userId, isRead, isStarred }: SavedRow) => ({
  articleId: String(articleId),
  userId: String(userId),
  isRead: isRead === null ? null : Number(isRead),
  isStarred: Number(isStarred),
});
