import { setImmediate } from "node:timers/promises";

import { sql } from "kysely";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";

import { hasRead } from "./news-marks.queries.ts";

/** How many rows are read by one statement. */
const ROWS_AT_ONCE = 100;

/** What a person has marked of an article, by the article's id, which stays when its place does not. */
export interface MarkOfArticle {
  articleId: string;
  userId: string;
  isRead: number | null;
  isStarred: number;
}

/** What people have marked of a tool's articles, a few at a time. */
export async function* readMarksOfTool(db: Db, toolId: string): AsyncGenerator<readonly MarkOfArticle[]> {
  let last = { place: -1, userId: "" };
  for (;;) {
    const { place, userId } = last;
    const rows = await db
      .selectFrom("news_articles as article")
      .crossJoin("news_marks as mark")
      .select(["article.place", "article.id as articleId", "mark.userId", "mark.isRead", "mark.isStarred"])
      .whereRef("mark.place", "=", "article.place")
      .where("article.toolId", "=", toolId)
      .where("article.place", ">=", place)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("article.place", "mark.userId"), ">", tuple(place, userId)),
      )
      .orderBy("article.place")
      .orderBy("mark.userId")
      .limit(ROWS_AT_ONCE)
      .execute();
    const end = rows.at(-1);
    if (!end) return;
    last = end;
    yield rows.map(({ place: _place, ...mark }) => mark);
    await setImmediate();
  }
}

/** Those of some places at which an article is. */
export async function listTakenPlaces(db: Db, places: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom("news_articles").select("place").where("place", "in", places).execute();
  return new Set(rows.map(({ place }) => place));
}

/** Stores marks of articles that are there. */
export async function insertMarksOfArticles(db: Db, marks: readonly MarkOfArticle[]): Promise<void> {
  for await (const batch of inBatches(marks)) {
    const ids = [...new Set(batch.map(({ articleId }) => articleId))];
    const articles = await db
      .selectFrom("news_articles")
      .select(["id", "place"])
      .where("id", "in", ids)
      .execute();
    const places = new Map(articles.map(({ id, place }) => [id, place]));
    const rows = batch.flatMap(({ articleId, ...mark }) => {
      const place = places.get(articleId);
      return place === undefined ? [] : { ...mark, place };
    });
    if (rows.length > 0) await db.insertInto("news_marks").values(rows).execute();
  }
}

/** Counts the stories of a tool among those that people have read, where they have, as the trigger takes them away. */
export async function countStoriesAsRead(db: Db, toolId: string): Promise<void> {
  for (let last = -1; ;) {
    const stories = await db
      .selectFrom("news_articles")
      .select("place")
      .where("toolId", "=", toolId)
      .where("leadPlace", "is", null)
      .where("place", ">", last)
      .orderBy("place")
      .limit(ROWS_AT_ONCE)
      .execute();
    const end = stories.at(-1);
    if (!end) return;
    const places = stories.map(({ place }) => place);
    await db
      .updateTable("news_readers")
      .set(({ eb, fn, selectFrom }) => ({
        readStories: eb(
          "readStories",
          "+",
          selectFrom("news_articles as article")
            .leftJoin("news_marks as mark", (join) =>
              join.onRef("mark.place", "=", "article.place").onRef("mark.userId", "=", "news_readers.userId"),
            )
            .select(fn.countAll<number>().as("count"))
            .where("article.place", "in", places)
            .where(hasRead(sql.ref("news_readers.readThrough"))),
        ),
      }))
      .execute();
    last = end.place;
    await setImmediate();
  }
}
