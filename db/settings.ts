/** Values that the program itself stores, by key. */
import type { Db } from "./database.ts";

/** Returns the value of a key, if stored. */
export const findSetting = async (db: Db, key: string): Promise<string | undefined> =>
  (await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst())?.value;

export const storeSetting = async (db: Db, key: string, value: string): Promise<void> => {
  await db
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
};

/** Stores the value of a key unless it has one. Returns true if it stored it. */
export const storeFirstSetting = async (db: Db, key: string, value: string): Promise<boolean> => {
  const stored = await db
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return stored !== undefined;
};

/** Returns the value of a key, after storing this one if there is none. */
export const findOrStoreSetting = async (db: Db, key: string, value: string): Promise<string> =>
  (await storeFirstSetting(db, key, value)) ? value : ((await findSetting(db, key)) ?? value);

export const deleteSetting = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom("settings").where("key", "=", key).execute();
};
