import type { Db } from "#db/open.ts";

export const findVisit = (db: Db, userId: string, section: string) =>
  db
    .selectFrom("section_visits")
    .selectAll()
    .where("userId", "=", userId)
    .where("section", "=", section)
    .executeTakeFirst();

export const upsertVisit = (
  db: Db,
  visit: { userId: string; section: string; visitedAt: string; previousVisitAt: string | null },
) =>
  db
    .insertInto("section_visits")
    .values(visit)
    .onConflict((conflict) =>
      conflict.columns(["userId", "section"]).doUpdateSet({
        visitedAt: visit.visitedAt,
        previousVisitAt: visit.previousVisitAt,
      }),
    )
    .execute();
