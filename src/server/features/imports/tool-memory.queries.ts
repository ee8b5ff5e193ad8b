import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";

/** The ids of people, by their usernames. */
export async function findPeople(db: Db, usernames: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "username"])
    .where("username", "in", engineOf(db).valuesOf(usernames))
    .execute();
  return new Map(rows.map(({ id, username }) => [username, id]));
}
