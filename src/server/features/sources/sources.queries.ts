import type { Db } from "#db/database.ts";
import type { SourceStateRow, FeedReplyRow } from "#db/schema.ts";

export const findSourceState = (db: Db, source: string): Promise<SourceStateRow | undefined> =>
  db.selectFrom("source_states").selectAll().where("source", "=", source).executeTakeFirst();

/** Lists the state of every source ever used, by name. */
export const listSourceStates = (db: Db): Promise<SourceStateRow[]> =>
  db.selectFrom("source_states").selectAll().orderBy("source").execute();

/** Stores the state of a source. Omitted fields stay unchanged. */
export const upsertSourceState = (db: Db, source: string, changes: Partial<Omit<SourceStateRow, "source">>) =>
  db
    .insertInto("source_states")
    .values({ source, ...changes })
    .onConflict((conflict) => conflict.column("source").doUpdateSet({ source, ...changes }))
    .execute();

export const deleteSourceState = (db: Db, source: string) =>
  db.deleteFrom("source_states").where("source", "=", source).execute();

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
