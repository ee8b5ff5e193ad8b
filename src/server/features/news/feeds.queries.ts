import type { Db } from "#db/open.ts";
import type { FeedRow } from "#db/schema.ts";

/** The team's feeds by title. */
export const listFeedRows = (db: Db): Promise<FeedRow[]> =>
  db.selectFrom("news_feeds").selectAll().orderBy("title").orderBy("id").execute();

/** Stores those feeds whose address is not there yet and answers them. */
export const insertFeeds = (db: Db, rows: readonly FeedRow[]): Promise<FeedRow[]> =>
  db
    .insertInto("news_feeds")
    .values(rows)
    .onConflict((conflict) => conflict.column("url").doNothing())
    .returningAll()
    .execute();

/** Stores the feeds that a new installation begins with; does nothing from the second time on. */
export const insertFirstFeeds = (db: Db, rows: readonly FeedRow[]): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const isFirst = await transaction
      .insertInto("settings")
      .values({ key: "hasFirstFeeds", value: "yes" })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .executeTakeFirst();
    if (isFirst) await insertFeeds(transaction, rows);
  });

/** Gives a feed another address, unless it is another feed's. */
export const moveFeed = (db: Db, id: string, url: string) =>
  db
    .updateTable("news_feeds")
    .set({ url })
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("news_feeds as other").select("other.id").where("other.url", "=", url))),
    )
    .execute();

export const deleteFeed = (db: Db, id: string): Promise<FeedRow | undefined> =>
  db.deleteFrom("news_feeds").where("id", "=", id).returningAll().executeTakeFirst();
