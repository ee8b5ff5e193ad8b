import type { Db } from "#db/database.ts";
import type { FeedReplyRow } from "#db/schema.ts";

export const findFeedReply = (db: Db, address: string): Promise<FeedReplyRow | undefined> =>
  db.selectFrom("feed_replies").selectAll().where("address", "=", address).executeTakeFirst();

export const upsertFeedReply = (db: Db, { address, ...reply }: FeedReplyRow) =>
  db
    .insertInto("feed_replies")
    .values({ address, ...reply })
    .onConflict((conflict) => conflict.column("address").doUpdateSet(reply))
    .execute();

export const updateAskedAt = (db: Db, address: string, askedAt: string) =>
  db.updateTable("feed_replies").set({ askedAt }).where("address", "=", address).execute();

/** Deletes the least recently requested replies beyond a total size in bytes. */
export const deleteFeedRepliesBeyond = (db: Db, bytes: number) =>
  db
    .deleteFrom("feed_replies")
    .where("address", "in", (newest) =>
      newest
        .selectFrom((all) =>
          all
            .selectFrom("feed_replies")
            .select(({ fn }) => [
              "address",
              fn
                .sum<number>("size")
                .over((over) => over.orderBy("askedAt", "desc").orderBy("address"))
                .as("total"),
            ])
            .as("totals"),
        )
        .select("address")
        .where("total", ">", bytes),
    )
    .execute();
