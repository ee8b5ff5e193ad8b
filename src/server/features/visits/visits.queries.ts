import type { Db } from "#db/database.ts";
import type { CursorRow } from "#db/schema.ts";

/** How far a person has looked at something. */
export const findCursor = (db: Db, userId: string, name: string) =>
  db
    .selectFrom("cursors")
    .selectAll()
    .where("userId", "=", userId)
    .where("name", "=", name)
    .executeTakeFirst();

/** How far a person has looked at anything. */
export const listCursors = (db: Db, userId: string) =>
  db.selectFrom("cursors").selectAll().where("userId", "=", userId).execute();

export const upsertCursor = (db: Db, { userId, name, ...place }: CursorRow) =>
  db
    .insertInto("cursors")
    .values({ userId, name, ...place })
    .onConflict((conflict) => conflict.columns(["userId", "name"]).doUpdateSet(place))
    .execute();
