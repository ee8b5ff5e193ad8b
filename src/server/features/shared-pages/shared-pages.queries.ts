import type { Db } from "#db/database.ts";
import { countRows, SHOWN_NAMES } from "#db/rows.ts";
import type { SharedPageRow } from "#db/schema.ts";
import { latestFirst, type PageSlice } from "#server/kernel/paging/paging.ts";

export const insertSharedPage = (db: Db, row: SharedPageRow) =>
  db.insertInto("shared_pages").values(row).execute();

/** Lists shared pages, newest first, with their authors' names. */
export const listSharedPageRows = (db: Db, slice: PageSlice) =>
  latestFirst(
    db
      .selectFrom("shared_pages")
      .leftJoin("users", "users.id", "shared_pages.createdBy")
      .select(["shared_pages.id", "shared_pages.kind", "shared_pages.briefId", "shared_pages.title"])
      .select(["shared_pages.showsNames", "shared_pages.createdAt"])
      .select(SHOWN_NAMES),
    ["shared_pages.createdAt", "shared_pages.id"],
    slice,
  ).execute();

export const countSharedPages = (db: Db): Promise<number> => countRows(db.selectFrom("shared_pages"));

export const findSharedPage = (db: Db, hash: string) =>
  db.selectFrom("shared_pages").selectAll().where("hash", "=", hash).executeTakeFirst();

/** Deletes a shared page. Returns undefined if there is none. */
export const deleteSharedPage = (db: Db, id: string) =>
  db.deleteFrom("shared_pages").where("id", "=", id).returning("id").executeTakeFirst();
