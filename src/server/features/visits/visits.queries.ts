import type { Db } from "#db/database.ts";
import type { CursorRow } from "#db/schema.ts";

/** Returns the cursor of a user in a section. */
export const findCursor = (db: Db, userId: string, name: string) =>
  db
    .selectFrom("cursors")
    .selectAll()
    .where("userId", "=", userId)
    .where("name", "=", name)
    .executeTakeFirst();

/** Returns the cursors of a user in all sections. */
export const listCursors = (db: Db, userId: string) =>
  db.selectFrom("cursors").selectAll().where("userId", "=", userId).execute();

export const upsertCursor = (db: Db, { userId, name, ...position }: CursorRow) =>
  db
    .insertInto("cursors")
    .values({ userId, name, ...position })
    .onConflict((conflict) => conflict.columns(["userId", "name"]).doUpdateSet(position))
    .execute();
