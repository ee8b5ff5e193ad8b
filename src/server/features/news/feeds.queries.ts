import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { inBatches } from "#db/rows.ts";
import type { FeedRow } from "#db/schema.ts";
import { storeSettingIfAbsent } from "#db/settings.ts";
import { type Feed, type FeedReading, feedReadingSchema } from "#shared/news/feeds.ts";

const toFeed = ({ reading, ...row }: FeedRow): Feed => ({
  ...row,
  reading: reading === null ? null : feedReadingSchema.parse(JSON.parse(reading)),
});

const toRow = ({ reading, ...feed }: Feed): FeedRow => ({
  ...feed,
  reading: reading && JSON.stringify(reading),
});

/** Lists the team's feeds by title. */
export async function listFeedsByTitle(db: Db): Promise<Feed[]> {
  const rows = await db.selectFrom("news_feeds").selectAll().orderBy("title").orderBy("id").execute();
  return rows.map(toFeed);
}

/** Lists the URLs of the team's feeds. */
export async function listFeedUrls(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("news_feeds").select("url").execute();
  return rows.map(({ url }) => url);
}

/** Locks the feeds against other writers until the transaction ends. Must come first in the transaction. */
export const lockFeeds = (db: Db): Promise<void> => engineOf(db).lockTable(db, "news_feeds");

/** Stores the feeds with new URLs and returns them. */
export async function insertFeeds(db: Db, feeds: readonly Feed[]): Promise<Feed[]> {
  const inserted: FeedRow[] = [];
  for await (const batch of inBatches(feeds.map(toRow))) {
    const rows = await db
      .insertInto("news_feeds")
      .values(batch)
      .onConflict((conflict) => conflict.column("url").doNothing())
      .returningAll()
      .execute();
    inserted.push(...rows);
  }
  return inserted.map(toFeed);
}

/** Stores the result of reading a feed. */
export const updateReading = (db: Db, id: string, reading: FeedReading) =>
  db
    .updateTable("news_feeds")
    .set({ reading: JSON.stringify(reading) })
    .where("id", "=", id)
    .execute();

/** Stores the starter feeds of a new installation. Does nothing after the first time. */
export const insertFirstFeeds = (db: Db, feeds: readonly Feed[]): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    if (await storeSettingIfAbsent(transaction, "hasFirstFeeds", "yes"))
      await insertFeeds(transaction, feeds);
  });

/** Changes a feed's URL, unless another feed has the new one. */
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
