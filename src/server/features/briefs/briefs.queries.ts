import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { countRows, SHOWN_NAMES } from "#db/rows.ts";
import type { BriefDraftRow, BriefRow } from "#db/schema.ts";
import { latestFirst, type PageSlice } from "#server/kernel/paging/paging.ts";

const briefsWithPeople = (db: Db) =>
  db
    .selectFrom("briefs")
    .leftJoin("users", "users.id", "briefs.createdBy")
    .select([
      "briefs.id",
      "briefs.firstDay",
      "briefs.lastDay",
      "briefs.title",
      "briefs.createdBy",
      "briefs.publishedAt",
      ...SHOWN_NAMES,
    ]);

/** Lists published briefs without their documents, newest first. */
export const listBriefRows = (db: Db, slice: PageSlice) =>
  latestFirst(briefsWithPeople(db), ["publishedAt", "briefs.id"], slice).execute();

export const findBrief = (db: Db, id: string) =>
  briefsWithPeople(db).select("briefs.document").where("briefs.id", "=", id).executeTakeFirst();

export const insertBrief = (db: Db, row: BriefRow) => db.insertInto("briefs").values(row).execute();

export const deleteBrief = (db: Db, id: string) => db.deleteFrom("briefs").where("id", "=", id).execute();

export const countBriefs = (db: Db): Promise<number> => countRows(db.selectFrom("briefs"));

type DraftKey = Pick<BriefDraftRow, "userId" | "firstDay" | "lastDay">;

export const findDraft = (db: Db, { userId, firstDay, lastDay }: DraftKey) =>
  db
    .selectFrom("brief_drafts")
    .selectAll()
    .where("userId", "=", userId)
    .where("firstDay", "=", firstDay)
    .where("lastDay", "=", lastDay)
    .executeTakeFirst();

export const upsertDraft = (db: Db, { userId, firstDay, lastDay, ...choices }: BriefDraftRow) =>
  db
    .insertInto("brief_drafts")
    .values({ userId, firstDay, lastDay, ...choices })
    .onConflict((conflict) => conflict.columns(["userId", "firstDay", "lastDay"]).doUpdateSet(choices))
    .execute();

export const deleteDraft = (db: Db, { userId, firstDay, lastDay }: DraftKey) =>
  db
    .deleteFrom("brief_drafts")
    .where("userId", "=", userId)
    .where("firstDay", "=", firstDay)
    .where("lastDay", "=", lastDay)
    .execute();

/** Deletes a person's drafts except the last saved ones. */
export const deleteOldDrafts = (db: Db, userId: string, remaining: number) =>
  db
    .deleteFrom("brief_drafts")
    .where("userId", "=", userId)
    .where(
      sql<boolean>`("firstDay", "lastDay") not in (
        select "firstDay", "lastDay" from brief_drafts where "userId" = ${userId}
        order by "savedAt" desc, "firstDay" desc, "lastDay" desc limit ${remaining})`,
    )
    .execute();
