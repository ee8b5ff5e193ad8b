import { sql } from "kysely";

import type { Db } from "#db/database.ts";

/** Counts one call of a person's on a day; returns false when that would be more than the limit. */
async function countUpTo(db: Db, day: string, userId: string, limit: number): Promise<boolean> {
  if (limit < 1) return false;
  const row = await db
    .insertInto("ai_usage")
    .values({ day, userId, calls: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["day", "userId"])
        .doUpdateSet({ calls: sql`ai_usage.calls + 1` })
        .where("ai_usage.calls", "<", limit),
    )
    .returning("calls")
    .executeTakeFirst();
  return row !== undefined;
}

/** The row of everybody together. */
const EVERYBODY = "";

class LimitReached extends Error {}

/** Counts one call against a person's limit and everybody's, both or neither; returns whether it was in both. */
export async function countAiCall(
  db: Db,
  { day, userId, perUser, all }: { day: string; userId: string | null; perUser: number; all: number },
): Promise<boolean> {
  try {
    // Each statement sees what others have counted by then, so calls at the same moment wait for each other and none fails.
    await db
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (transaction) => {
        const isWithin =
          (userId === null || (await countUpTo(transaction, day, userId, perUser))) &&
          (await countUpTo(transaction, day, EVERYBODY, all));
        if (!isWithin) throw new LimitReached();
      });
    return true;
  } catch (error) {
    if (error instanceof LimitReached) return false;
    throw error;
  }
}

/** How many calls were counted on a day, of everybody together. */
export async function readAiCalls(db: Db, day: string): Promise<number> {
  const row = await db
    .selectFrom("ai_usage")
    .select("calls")
    .where("day", "=", day)
    .where("userId", "=", EVERYBODY)
    .executeTakeFirst();
  return row?.calls ?? 0;
}
