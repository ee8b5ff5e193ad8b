import { sql } from "kysely";

import type { Db } from "#db/database.ts";

/** Counts a user's call on a day. Returns false if that would exceed the limit. */
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

/** Row for the total of all users. */
const EVERYBODY = "";

class LimitReached extends Error {}

/** Counts a call against the user's limit and the total, both or neither. Returns true if it is within both. */
export async function countAiCall(
  db: Db,
  { day, userId, perUser, all }: { day: string; userId: string | null; perUser: number; all: number },
): Promise<boolean> {
  try {
    // Each statement sees the counts committed by others, so concurrent calls wait instead of failing.
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

/** Returns the total number of calls on a day. */
export async function readAiCalls(db: Db, day: string): Promise<number> {
  const row = await db
    .selectFrom("ai_usage")
    .select("calls")
    .where("day", "=", day)
    .where("userId", "=", EVERYBODY)
    .executeTakeFirst();
  return row?.calls ?? 0;
}
