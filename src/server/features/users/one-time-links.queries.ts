import type { Db } from "#db/database.ts";
import type { OneTimeLinkRow } from "#db/schema.ts";

export const insertOneTimeLink = (db: Db, link: OneTimeLinkRow) =>
  db.insertInto("one_time_links").values(link).execute();

export const findOneTimeLink = (db: Db, tokenHash: string) =>
  db.selectFrom("one_time_links").selectAll().where("tokenHash", "=", tokenHash).executeTakeFirst();

/** Consumes a link. Of several concurrent calls only one succeeds. */
export const takeOneTimeLink = (db: Db, tokenHash: string, kind: OneTimeLinkRow["kind"], now: string) =>
  db
    .deleteFrom("one_time_links")
    .where("tokenHash", "=", tokenHash)
    .where("kind", "=", kind)
    .where("expiresAt", ">", now)
    .returningAll()
    .executeTakeFirst();

export const deleteOneTimeLinks = (db: Db, kind: OneTimeLinkRow["kind"], userId: string | null = null) =>
  db
    .deleteFrom("one_time_links")
    .where("kind", "=", kind)
    .where("userId", userId === null ? "is" : "=", userId)
    .execute();

export const deleteLinksCreatedBy = (db: Db, userId: string) =>
  db.deleteFrom("one_time_links").where("createdBy", "=", userId).execute();
