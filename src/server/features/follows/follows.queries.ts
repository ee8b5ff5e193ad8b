import type { Insertable } from "kysely";

import type { Db } from "#db/database.ts";
import { countRows } from "#db/rows.ts";
import type { Schema } from "#db/schema.ts";
import { latestFirst, type PageSlice } from "#server/kernel/paging/paging.ts";

export const insertFollow = (db: Db, row: Insertable<Schema["feed_tokens"]>) =>
  db.insertInto("feed_tokens").values(row).returningAll().executeTakeFirstOrThrow();

/** Returns a user's follows, newest first. */
export const listFollowRows = (db: Db, userId: string, slice: PageSlice) =>
  latestFirst(
    db.selectFrom("feed_tokens").selectAll().where("userId", "=", userId),
    ["createdAt", "id"],
    slice,
  ).execute();

export const countFollows = (db: Db, userId: string): Promise<number> =>
  countRows(db.selectFrom("feed_tokens").where("userId", "=", userId));

/** Returns the follow with this token hash, and its user's account. */
export const findFollowAndUser = (db: Db, hash: string) =>
  db
    .selectFrom("feed_tokens")
    .innerJoin("users", "users.id", "feed_tokens.userId")
    .selectAll("users")
    .select([
      "feed_tokens.id as followId",
      "feed_tokens.section",
      "feed_tokens.view",
      "feed_tokens.title",
      "feed_tokens.createdAt as followedAt",
      "feed_tokens.lastReadAt",
    ])
    .where("feed_tokens.hash", "=", hash)
    .where("users.disabledAt", "is", null)
    .executeTakeFirst();

export const updateLastReader = (db: Db, id: string, lastReadAt: string, lastReader: string | null) =>
  db.updateTable("feed_tokens").set({ lastReadAt, lastReader }).where("id", "=", id).execute();

/** Deletes a user's follow. Returns undefined if there is none. */
export const deleteFollow = (db: Db, userId: string, id: string) =>
  db
    .deleteFrom("feed_tokens")
    .where("id", "=", id)
    .where("userId", "=", userId)
    .returning(["id", "title"])
    .executeTakeFirst();
