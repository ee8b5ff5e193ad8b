import { type RawBuilder, sql } from "kysely";

import type { Db } from "#db/database.ts";
import { type Engine, engineOf } from "#db/engine.ts";
import type { NewImageRow } from "#db/schema.ts";
import { UPLOADS_FOLDER } from "#shared/pictures/image-rules.ts";

export async function insertImage(db: Db, image: NewImageRow): Promise<void> {
  await db.insertInto("images").values(image).execute();
}

export const findImage = (db: Db, file: string) =>
  db.selectFrom("images").select(["bytes", "mediaType"]).where("file", "=", file).executeTakeFirst();

/** Returns the uploaded images at these URLs, by URL. */
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

/** Locks the images against other writers until the transaction ends. Must come first in the transaction. */
export const lockUploads = (db: Db): Promise<void> => engineOf(db).lockTable(db, "images");

/** Returns the number and the total size in bytes of a user's images. */
export const sumImages = (db: Db, userId: string): Promise<{ files: number; bytes: number }> =>
  db
    .selectFrom("images")
    .select(({ fn }) => [
      fn.countAll<number>().as("files"),
      fn.coalesce(fn.sum<number>("size"), sql<number>`0`).as("bytes"),
    ])
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();

/** Length of the UUID at the start of an uploaded image's file name. */
const UUID_LENGTH = 36;

/** True if nothing refers to an image. */
export const isUnused = (engine: Engine): RawBuilder<unknown> =>
  sql`substr(file, 1, ${sql.lit(UUID_LENGTH)}) not in (${imagesInUse(engine)})`;

/**
 * Selects the UUIDs of all referenced uploads. References can be paths or full URLs, also in old versions and in
 * restorable items.
 */
function imagesInUse(engine: Engine) {
  const position = engine.positionOf(sql.ref("address"), UPLOADS_FOLDER);
  return sql`
    select substr(address, ${position} + ${sql.lit(UPLOADS_FOLDER.length)}, ${sql.lit(UUID_LENGTH)})
    from (
      select ${sql.ref("logoUrl")} as address from ai_tools
      union all select ${sql.ref("exampleImageUrl")} from prompts
      union all select ${sql.ref("imageUrl")} from readings
      union all select image from item_versions where image is not null
      union all select image from deletions where image is not null
    ) as used
    where ${position} > 0`;
}

/** True if nothing refers to an image and its owner has used more than half of the quota. */
export function isUnusedOverHalfQuota(
  { uploadQuotaBytes, uploadQuotaFiles }: { uploadQuotaBytes: number; uploadQuotaFiles: number },
  engine: Engine,
): RawBuilder<unknown> {
  const owner = sql.ref("userId");
  return sql`${isUnused(engine)} and ${owner} in (
    select ${owner}
    from images
    group by ${owner}
    having sum(size) > ${Math.floor(uploadQuotaBytes / 2)} or count(*) > ${Math.floor(uploadQuotaFiles / 2)})`;
}
