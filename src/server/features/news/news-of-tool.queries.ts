import { setImmediate } from "node:timers/promises";

import { sql } from "kysely";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";

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
    const { rows } = await sql<MarkOfArticle & { place: number }>`
      select article.place, article.id as articleId, mark.userId, mark.isRead, mark.isStarred
      from news_articles as article
      cross join news_marks as mark on mark.place = article.place
      where article.toolId = ${toolId} and article.place >= ${last.place}
        and (article.place, mark.userId) > (${last.place}, ${last.userId})
      order by article.place, mark.userId
      limit ${ROWS_AT_ONCE}`.execute(db);
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
    await sql`
      update news_readers set readStories = readStories + (
        select count(*)
        from news_articles as article
        left join news_marks as mark on mark.place = article.place and mark.userId = news_readers.userId
        where article.place in (${sql.join(stories.map(({ place }) => place))})
          and coalesce(mark.isRead, article.seq <= readThrough))`.execute(db);
    last = end.place;
    await setImmediate();
  }
}
