import { sql } from "kysely";

import type { Db } from "#db/database.ts";

/** Counts a user's call on a day. Returns false if that would exceed the limit. */
async function incrementWithinLimit(db: Db, day: string, userId: string, limit: number): Promise<boolean> {
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

/** User id of the row that counts the calls of all users. */
const ALL_USERS = "";

class LimitReached extends Error {}

/** Counts a call for the user and in the total. Returns false, and counts neither, if a limit is reached. */
export async function countAiCall(
  db: Db,
  {
    day,
    userId,
    limitPerUser,
    totalLimit,
  }: { day: string; userId: string | null; limitPerUser: number; totalLimit: number },
): Promise<boolean> {
  try {
    // Each statement sees the counts committed by others, so concurrent calls wait instead of failing.
    await db
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (transaction) => {
        const isWithinLimits =
          (userId === null || (await incrementWithinLimit(transaction, day, userId, limitPerUser))) &&
          (await incrementWithinLimit(transaction, day, ALL_USERS, totalLimit));
        if (!isWithinLimits) throw new LimitReached();
      });
    return true;
  } catch (error) {
    if (error instanceof LimitReached) return false;
    throw error;
  }
}

/** Returns the total number of calls on a day. */
export async function readAiCalls(db: Db, day: string): Promise<number> {
  const row = await db
    .selectFrom("ai_usage")
    .select("calls")
    .where("day", "=", day)
    .where("userId", "=", ALL_USERS)
    .executeTakeFirst();
  return row?.calls ?? 0;
}
