/** Values by key: the program's own state, and the admins' settings for assistants. */
import type { Db } from "./database.ts";

/** Returns the value of a key, if stored. */
export const findSetting = async (db: Db, key: string): Promise<string | undefined> =>
  (await settingQuery(db, key).executeTakeFirst())?.value;

const settingQuery = (db: Db, key: string) =>
  db.selectFrom("settings").select("value").where("key", "=", key);

export const storeSetting = async (db: Db, key: string, value: string): Promise<void> => {
  await db
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
};

/** Stores the value of a key unless the key has one. Returns true if it was stored. */
export const storeSettingIfAbsent = async (db: Db, key: string, value: string): Promise<boolean> => {
  const stored = await db
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return stored !== undefined;
};

/** Returns the value of a key. If there is none, stores and returns this one. */
export async function findOrStoreSetting(db: Db, key: string, value: string): Promise<string> {
  await storeSettingIfAbsent(db, key, value);
  return (await settingQuery(db, key).executeTakeFirstOrThrow()).value;
}

export const deleteSetting = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom("settings").where("key", "=", key).execute();
};
