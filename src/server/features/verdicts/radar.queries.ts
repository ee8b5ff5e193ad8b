import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { firstSortKeyOf } from "#db/sort-key.ts";

/** Returns a text that sorts after all times of a day and before the next day. */
export const endOfDay = (day: string): string => `${day}U`;

/** Lists each tool's verdict at the end of a day (UTC), sorted by the times of their first verdicts. */
export const listVerdictsOn = (db: Db, day: string, limit: number) =>
  db
    .selectFrom("verdicts as verdict")
    .innerJoin("ai_tools as tool", "tool.id", "verdict.toolId")
    .innerJoin("verdicts as first", (join) =>
      join.onRef("first.toolId", "=", "verdict.toolId").on("first.revision", "=", 1),
    )
    .select([
      "verdict.toolId",
      "verdict.ring",
      "verdict.reason",
      "verdict.decidedAt",
      "first.decidedAt as firstDecidedAt",
      "tool.name",
      "tool.industry",
      "tool.modality",
    ])
    .where(
      sql<boolean>`verdict.revision = (
        select max(newest.revision) from verdicts as newest
        where newest."toolId" = verdict."toolId" and newest."decidedAt" < ${endOfDay(day)})`,
    )
    .orderBy("first.decidedAt")
    .orderBy("verdict.toolId")
    .limit(limit)
    .execute();

/** Lists the industries of all tools that have ever had a verdict. */
export const listIndustries = (db: Db) =>
  db
    .selectFrom("ai_tools as tool")
    .select("tool.industry")
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("verdicts").select("verdicts.id").whereRef("verdicts.toolId", "=", "tool.id")),
    )
    .execute();

/** Returns the time of the first verdict on any tool. */
export async function findFirstVerdictTime(db: Db): Promise<string | null> {
  const first = await db
    .selectFrom("verdicts")
    .select("decidedAt")
    .orderBy("decidedAt")
    .limit(1)
    .executeTakeFirst();
  return first?.decidedAt ?? null;
}

/** Lists all tools with the fields and current verdicts that are needed to find gaps. */
export const listToolsWithVerdicts = (db: Db, limit: number) =>
  db
    .selectFrom("ai_tools as tool")
    .leftJoin("verdicts as verdict", (join) =>
      join.onRef("verdict.toolId", "=", "tool.id").on(
        sql<boolean>`verdict.revision = (
            select max(newest.revision) from verdicts as newest where newest."toolId" = tool.id)`,
      ),
    )
    .select(["tool.id", "tool.name", "tool.industry", "tool.modality", "verdict.ring", "verdict.lookAgainOn"])
    .orderBy("tool.name")
    .orderBy("tool.id")
    .limit(limit)
    .execute();

/**
 * Lists the ids of tools that a prompt mentions or is linked to, in either direction. Excludes hidden and rejected
 * links.
 */
export async function listToolsWithPrompts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select "toId" as id from links where "toKind" = 'tool' and "fromKind" = 'prompt' and state in ('found', 'confirmed')
    union
    select "fromId" as id from links where "fromKind" = 'tool' and "toKind" = 'prompt' and state in ('found', 'confirmed')`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Counts the papers published in each category since a time. */
export const countPapersSince = (db: Db, categories: readonly string[], time: string) =>
  db
    .selectFrom("paper_categories")
    .select(({ fn }) => ["category", fn.countAll<number>().as("papers")])
    .where("category", "in", categories)
    .where("place", ">=", firstSortKeyOf(time))
    .groupBy("category")
    .execute();
