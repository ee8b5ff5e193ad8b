import { sql } from "kysely";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/database.ts";
import type { PictureRow } from "#db/schema.ts";

export const findPicture = (db: Db, url: string) =>
  db.selectFrom("pictures").selectAll().where("url", "=", url).executeTakeFirst();

/** What is known of a picture, without its bytes. */
export const findPictureFacts = (db: Db, url: string) =>
  db
    .selectFrom("pictures")
    .select(["error", "fetchedAt", "nextFetchAt"])
    .where("url", "=", url)
    .executeTakeFirst();

/** The kept pictures among these addresses, by address. */
export async function findPictures(
  db: Db,
  urls: readonly string[],
): Promise<Map<string, { bytes: Uint8Array; mediaType: string }>> {
  if (urls.length === 0) return new Map();
  const rows = await db
    .selectFrom("pictures")
    .select(["url", "mediaType", "bytes"])
    .where("url", "in", urls)
    .where("bytes", "is not", null)
    .execute();
  return new Map(
    rows.flatMap(({ url, bytes, mediaType }) => (bytes && mediaType ? [[url, { bytes, mediaType }]] : [])),
  );
}

/** Keeps a picture in place of what was known of the address. */
export async function upsertPicture(db: Db, picture: PictureRow): Promise<void> {
  await db
    .insertInto("pictures")
    .values(picture)
    .onConflict((conflict) => conflict.column("url").doUpdateSet(picture))
    .execute();
}

/**
 * Keeps a failure, unless there is a picture, whoever has stored it meanwhile: that stays, and is fetched anew later.
 * Returns what is kept then.
 */
export async function saveFailure(db: Db, failure: PictureRow): Promise<PictureRow> {
  const kept = await db
    .insertInto("pictures")
    .values(failure)
    .onConflict((conflict) => conflict.column("url").doUpdateSet(failure).where("pictures.bytes", "is", null))
    .returningAll()
    .executeTakeFirst();
  const picture = await (kept ??
    db
      .updateTable("pictures")
      .set({ nextFetchAt: failure.nextFetchAt })
      .where("url", "=", failure.url)
      .returningAll()
      .executeTakeFirst());
  return picture ?? failure;
}

export async function updatePicture(
  db: Db,
  url: string,
  values: Partial<Pick<PictureRow, "shownAt" | "nextFetchAt">>,
): Promise<void> {
  await db.updateTable("pictures").set(values).where("url", "=", url).execute();
}

/** True when the address stands in a tool, a prompt, a reading or an article; each look-up uses an index. */
export async function isAddressInUse(db: Db, url: string): Promise<boolean> {
  const { isUsed } = await db
    .selectNoFrom((build) =>
      build
        .or([
          build.exists(build.selectFrom("ai_tools").select("id").where("logoUrl", "=", url)),
          build.exists(build.selectFrom("prompts").select("id").where("exampleImageUrl", "=", url)),
          build.exists(build.selectFrom("readings").select("id").where("imageUrl", "=", url)),
          build.exists(build.selectFrom("news_articles").select("id").where("imageUrl", "=", url)),
        ])
        .as("isUsed"),
    )
    .executeTakeFirstOrThrow();
  return Boolean(isUsed);
}

export async function sumPictureSizes(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom("pictures")
    .select(({ fn }) => fn.coalesce(fn.sum<number>("size"), sql.lit(0)).as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** All pictures, those that may go first first: pictures of news, then those shown least recently. */
export const listPicturesByUse = (db: Db) =>
  db
    .selectFrom("pictures")
    .select(["url", "size"])
    .select((build) =>
      build
        .or([
          build.exists(build.selectFrom("ai_tools").select("id").whereRef("logoUrl", "=", "pictures.url")),
          build.exists(
            build.selectFrom("prompts").select("id").whereRef("exampleImageUrl", "=", "pictures.url"),
          ),
          build.exists(
            build.selectFrom("readings").select("id").whereRef("readings.imageUrl", "=", "pictures.url"),
          ),
        ])
        .as("isChosen"),
    )
    .orderBy("isChosen")
    .orderBy("shownAt")
    .orderBy("fetchedAt")
    .execute();

export async function deletePictures(db: Db, urls: readonly string[]): Promise<void> {
  for await (const batch of inBatches(urls)) {
    await db.deleteFrom("pictures").where("url", "in", batch).execute();
  }
}
