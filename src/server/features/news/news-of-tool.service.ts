import { Places } from "#db/place.ts";
import type { App } from "#server/app.ts";
import {
  type Belonging,
  fitPeople,
  fitRows,
  type KeptRow,
  type KeptRows,
  rowsOfItem,
} from "#server/library/belongings.service.ts";

import {
  countStoriesAsRead,
  insertMarksOfArticles,
  listTakenPlaces,
  readMarksOfTool,
} from "./news-of-tool.queries.ts";

type Db = App["db"];

/** The news of a tool, with what people have marked of it: both go with the tool, and come back with it. */
export const newsOfTool: readonly Belonging[] = [
  rowsOfItem({
    table: "news_articles",
    itemColumn: "toolId",
    key: ["place"],
    name: "articles",
    fit: fitPlaces,
  }),
  {
    table: "news_marks",
    async *read(db, toolId) {
      for await (const marks of readMarksOfTool(db, toolId)) yield marks.map((mark) => ({ ...mark }));
    },
    // Marks go with their articles, whose trigger has to see them.
    async restore(db, toolId, kept) {
      const fit = await fitPeople("userId", "away")(db, kept);
      for await (const marks of kept()) await insertMarksOfArticles(db, fitRows(marks, fit).map(markOfRow));
      await countStoriesAsRead(db, toolId);
    },
  },
];

/** Where other articles have taken places meanwhile, the next ones of the same time, for those that point there too. */
async function fitPlaces(db: Db, kept: KeptRows): Promise<(row: KeptRow) => KeptRow> {
  const places = new Places(db, "news_articles");
  const displaced: { place: number; publishedAt: string }[] = [];
  for await (const batch of kept()) {
    const rows = batch.map(({ place, publishedAt }) => ({
      place: Number(place),
      publishedAt: String(publishedAt),
    }));
    const taken = await listTakenPlaces(
      db,
      rows.map(({ place }) => place),
    );
    places.reserve(rows.flatMap(({ place }) => (taken.has(place) ? [] : place)));
    displaced.push(...rows.filter(({ place }) => taken.has(place)));
  }
  const moved = new Map<unknown, number>();
  for (const { place, publishedAt } of displaced) moved.set(place, await places.next(publishedAt));
  return (row) => ({
    ...row,
    place: moved.get(row["place"]) ?? row["place"] ?? null,
    leadPlace: moved.get(row["leadPlace"]) ?? row["leadPlace"] ?? null,
  });
}

const markOfRow = ({ articleId, userId, isRead, isStarred }: KeptRow) => ({
  articleId: String(articleId),
  userId: String(userId),
  isRead: isRead === null ? null : Number(isRead),
  isStarred: Number(isStarred),
});
