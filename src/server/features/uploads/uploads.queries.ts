import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import type { NewImageRow } from "#db/schema.ts";
import { UPLOADS_FOLDER } from "#shared/image-rules.ts";

export async function insertImage(db: Db, image: NewImageRow): Promise<void> {
  await db.insertInto("images").values(image).execute();
}

export const findImage = (db: Db, file: string) =>
  db.selectFrom("images").select(["bytes", "mediaType"]).where("file", "=", file).executeTakeFirst();

/** The uploaded images among these addresses, by address. */
export async function findImages(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, { bytes: Uint8Array; mediaType: string }>> {
  const files = addresses
    .filter((address) => address.startsWith(UPLOADS_FOLDER))
    .map((address) => address.slice(UPLOADS_FOLDER.length));
  if (files.length === 0) return new Map();
  const rows = await db
    .selectFrom("images")
    .select(["file", "bytes", "mediaType"])
    .where("file", "in", files)
    .execute();
  return new Map(rows.map(({ file, ...image }) => [`${UPLOADS_FOLDER}${file}`, image]));
}

export async function hasImage(db: Db, file: string): Promise<boolean> {
  const row = await db.selectFrom("images").select("file").where("file", "=", file).executeTakeFirst();
  return row !== undefined;
}

/** Makes others who store images wait until a transaction ends; must come first in it. */
export const haveOtherUploadsWait = (db: Db): Promise<void> => engineOf(db).lockTable(db, "images");

/** How many images a person has stored, and how many bytes these are. */
export const sumImages = (db: Db, userId: string): Promise<{ files: number; bytes: number }> =>
  db
    .selectFrom("images")
    .select(({ fn }) => [
      fn.countAll<number>().as("files"),
      fn.coalesce(fn.sum<number>("size"), sql<number>`0`).as("bytes"),
    ])
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
