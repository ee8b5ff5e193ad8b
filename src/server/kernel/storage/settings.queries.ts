import type { Db } from "#db/database.ts";

/** Returns the value of a key. Creates and stores it at the first call. */
export async function readOrMakeSetting(db: Db, key: string, make: () => string): Promise<string> {
  await db
    .insertInto("settings")
    .values({ key, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return value;
}
