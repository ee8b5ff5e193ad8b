import { SortKeys } from "#db/sort-key.ts";
import type { App } from "#server/app.ts";
import {
  fitPeople,
  fitRows,
  justThese,
  type SavedRow,
  type ManyBelongings,
} from "#server/kernel/items/belongings.service.ts";
import { changeStoredRows, putRowsBack } from "#server/kernel/items/trash.service.ts";
import { takeLinksOfArticles } from "#server/kernel/links/deleted-links.service.ts";

import {
  countArticlesOfTool,
  countFlagsAsRead,
  countClustersAsRead,
  deleteArticles,
  deleteArticlesOfUrls,
  insertFlagsOfArticles,
  listFlagsOfArticles,
  listNextArticles,
  listTakenSortKeys,
  moveFollowers,
} from "./deleted-news.queries.ts";

type Db = App["db"];

/**
 * News of a tool, with users' flags and links. Followers are deleted before the lead of their cluster, and restored
 * after it.
 */
export const newsOfTool: ManyBelongings = {
  name: "articles",
  count: countArticlesOfTool,
  async take(db, toolId, limit) {
    const articles = await listNextArticles(db, toolId, limit);
    const links = await takeLinksOfArticles(
      db,
      articles.map(({ id }) => id),
      limit,
    );
    if (links.length > 0) return [{ table: "links", rows: links }];
    const marks = await listFlagsOfArticles(
      db,
      articles.map(({ place }) => place),
    );
    const marksOf = Map.groupBy(marks, ({ place }) => place);
    let rows = 0;
    const restorable = articles.filter(({ place }, index) => {
      rows += 1 + (marksOf.get(place)?.length ?? 0);
      return index === 0 || rows <= limit;
    });
    // Flags are deleted with their articles, whose trigger has to see them.
    await deleteArticles(
      db,
      restorable.map(({ place }) => place),
    );
    return [
      {
        table: "news_marks",
        rows: restorable.flatMap(({ id, place }) =>
          (marksOf.get(place) ?? []).map(({ place: _place, ...mark }) => ({ articleId: id, ...mark })),
        ),
      },
      { table: "news_articles", rows: restorable.toReversed().map((article) => ({ ...article })) },
    ];
  },
  restore: {
    async news_articles(db, { id, itemId }, rows) {
      // The same article may have been found again since the tool was restored.
      await deleteArticlesOfUrls(
        db,
        itemId,
        rows.map(({ url }) => String(url)),
      );
      const { restorable, moved } = await fitPlaces(db, id, rows);
      await putRowsBack(db, "news_articles", restorable);
      await countClustersAsRead(
        db,
        restorable.map(({ place }) => Number(place)),
      );
      if (moved.size > 0) await moveAllFollowers(db, { id, itemId }, moved);
    },
    async news_marks(db, _deletion, rows) {
      const fit = await fitPeople("userId", "away")(db, justThese(rows));
      const places = await insertFlagsOfArticles(db, fitRows(rows, fit).map(markOfRow));
      await countFlagsAsRead(db, places);
    },
  },
};

/** Assigns articles the next free sort keys of the same time, if other articles took theirs. */
async function fitPlaces(
  db: Db,
  deletionId: string,
  rows: readonly SavedRow[],
): Promise<{ restorable: SavedRow[]; moved: ReadonlyMap<number, number> }> {
  const own = rows.map(({ place }) => Number(place));
  const taken = await listTakenSortKeys(db, own);
  if (taken.size === 0) return { restorable: [...rows], moved: new Map() };
  const places = new SortKeys(db, "news_articles");
  places.reserve(own.filter((place) => !taken.has(place)));
  await changeStoredRows(db, deletionId, (table, { place }) => {
    if (table === "news_articles") places.reserve([Number(place)]);
    return null;
  });
  const moved = new Map<number, number>();
  for (const { place, publishedAt } of rows)
    if (taken.has(Number(place))) moved.set(Number(place), await places.next(String(publishedAt)));
  const restorable = rows.map((row) => ({
    ...row,
    place: moved.get(Number(row["place"])) ?? row["place"] ?? null,
    leadPlace:
      row["leadPlace"] === null ? null : (moved.get(Number(row["leadPlace"])) ?? row["leadPlace"] ?? null),
  }));
  return { restorable, moved };
}

/** Updates followers to refer to the current sort key of their lead. */
async function moveAllFollowers(
  db: Db,
  { id, itemId }: { id: string; itemId: string },
  moved: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [from, to] of moved) await moveFollowers(db, itemId, from, to);
  await changeStoredRows(db, id, (table, row) => {
    const to = table === "news_articles" ? moved.get(Number(row["leadPlace"] ?? -1)) : undefined;
    return to === undefined ? null : { ...row, leadPlace: to };
  });
}

const markOfRow = ({ articleId, userId, isRead, isStarred }: SavedRow) => ({
  articleId: String(articleId),
  userId: String(userId),
  isRead: isRead === null ? null : Number(isRead),
  isStarred: Number(isStarred),
});
