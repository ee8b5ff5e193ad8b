import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { USER_NAMES } from "#db/rows.ts";
import type { PromptRatingRow } from "#db/schema.ts";
import type { PromptRating, RatedPrompt, RatedTool } from "#shared/prompts/prompts.ts";

type AveragedTool = Omit<RatedTool, "ratings">;

/**
 * Averages the ratings of each prompt in each tool, for the newest rated version. Sorts the best first, then the most
 * rated.
 */
const newestRatings = (db: Db) =>
  db
    .selectFrom("prompt_ratings as rating")
    .innerJoin("prompts as prompt", "prompt.id", "rating.promptId")
    .innerJoin("ai_tools as tool", "tool.id", "rating.toolId")
    .where(
      sql<boolean>`rating.version = (
        select max(newest.version) from prompt_ratings as newest
        where newest."promptId" = rating."promptId" and newest."toolId" = rating."toolId")`,
    )
    .select(["rating.version", "prompt.revision"])
    .select(({ fn }) => [fn.sum<number>("rating.stars").as("sum"), fn.countAll<number>().as("count")])
    .groupBy(["rating.version", "prompt.revision"])
    .orderBy(sql`1.0 * sum(rating.stars) / count(*)`, "desc")
    .orderBy(sql`case when rating.version = prompt.revision then 0 else 1 end`)
    .orderBy(sql`count(*)`, "desc");

const toAverage = <Row extends { sum: number; revision: number; version: number; count: number }>({
  sum,
  revision,
  ...row
}: Row) => ({
  ...row,
  isCurrent: row.version === revision,
  stars: Math.round((10 * sum) / row.count) / 10,
});

/** Lists the tools in which a prompt is rated, best first. */
export async function listRatedTools(db: Db, promptId: string, limit: number): Promise<AveragedTool[]> {
  const rows = await newestRatings(db)
    .select(["tool.id as toolId", "tool.name as toolName"])
    .groupBy(["tool.id", "tool.name"])
    .where("rating.promptId", "=", promptId)
    .orderBy("tool.name")
    .orderBy("tool.id")
    .limit(limit)
    .execute();
  return rows.map((row) => toAverage(row));
}

/** Lists the prompts that are rated in a tool, best first. */
export async function listRatedPrompts(
  db: Db,
  toolId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<RatedPrompt[]> {
  const rows = await newestRatings(db)
    .select(["prompt.id as promptId", "prompt.name as promptName", "prompt.purpose"])
    .groupBy(["prompt.id", "prompt.name", "prompt.purpose"])
    .where("rating.toolId", "=", toolId)
    .orderBy("prompt.name")
    .orderBy("prompt.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => toAverage(row));
}

/** Lists the ratings of a prompt in some tools, newest version first, at most `limit` for each tool. */
export async function listRatings(
  db: Db,
  { promptId, toolIds, limit }: { promptId: string; toolIds: readonly string[]; limit: number },
): Promise<(PromptRating & { toolId: string })[]> {
  if (toolIds.length === 0) return [];
  const rows = await db
    .with("ranked", (with_) =>
      with_
        .selectFrom("prompt_ratings")
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>("row_number")
            .over((over) =>
              over.partitionBy("toolId").orderBy("version", "desc").orderBy("at", "desc").orderBy("userId"),
            )
            .as("rank"),
        )
        .where("promptId", "=", promptId)
        .where("toolId", "in", toolIds),
    )
    .selectFrom("ranked")
    .innerJoin("users", "users.id", "ranked.userId")
    .select(["ranked.toolId", "ranked.version", "ranked.stars", "ranked.note", "ranked.at"])
    .select(["users.id", ...USER_NAMES])
    .where("ranked.rank", "<=", limit)
    .orderBy("ranked.rank")
    .execute();
  return rows.map(({ toolId, version, stars, note, at, ...user }) => ({
    toolId,
    user,
    version,
    stars,
    note,
    at,
  }));
}

type RatingKey = Pick<PromptRatingRow, "promptId" | "version" | "toolId" | "userId">;

const primaryKeyOf = ({ promptId, version, toolId, userId }: RatingKey) => ({
  promptId,
  version,
  toolId,
  userId,
});

export const findRating = (db: Db, key: RatingKey): Promise<PromptRatingRow | undefined> =>
  db
    .selectFrom("prompt_ratings")
    .selectAll()
    .where(({ and }) => and(primaryKeyOf(key)))
    .executeTakeFirst();

/** Stores a rating, replacing the user's previous rating of this version in this tool. */
export const saveRating = (db: Db, rating: PromptRatingRow) =>
  db
    .insertInto("prompt_ratings")
    .values(rating)
    .onConflict((conflict) =>
      conflict.columns(["promptId", "toolId", "version", "userId"]).doUpdateSet(rating),
    )
    .execute();

export const deleteRating = (db: Db, key: RatingKey) =>
  db
    .deleteFrom("prompt_ratings")
    .where(({ and }) => and(primaryKeyOf(key)))
    .execute();
