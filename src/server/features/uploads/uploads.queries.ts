import type { Db } from "#db/open.ts";
import type { ImageRow } from "#db/schema.ts";

/** Stores an image, unless there is one of that name; returns whether it did. */
export async function insertImage(db: Db, image: ImageRow): Promise<boolean> {
  const stored = await db
    .insertInto("images")
    .values(image)
    .onConflict((conflict) => conflict.column("file").doNothing())
    .returning("file")
    .executeTakeFirst();
  return stored !== undefined;
}

export const findImage = (db: Db, file: string) =>
  db.selectFrom("images").select(["bytes", "mediaType"]).where("file", "=", file).executeTakeFirst();

export const listImages = (db: Db, files: readonly string[]) =>
  db.selectFrom("images").select(["file", "bytes", "mediaType"]).where("file", "in", files).execute();

export async function hasImage(db: Db, file: string): Promise<boolean> {
  const row = await db.selectFrom("images").select("file").where("file", "=", file).executeTakeFirst();
  return row !== undefined;
}
