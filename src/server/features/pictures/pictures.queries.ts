import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { inBatches } from "#db/rows.ts";
import type { PictureRow } from "#db/schema.ts";

export const findPicture = (db: Db, url: string) =>
  db.selectFrom("pictures").selectAll().where("url", "=", url).executeTakeFirst();

/** Returns the state of a picture, without its bytes. */
export const findPictureState = (db: Db, url: string) =>
  db
    .selectFrom("pictures")
    .select(["error", "fetchedAt", "nextFetchAt"])
    .where("url", "=", url)
    .executeTakeFirst();

/** Returns the stored pictures with these URLs, by URL. */
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

/** Stores a picture. Replaces a picture or failure with the same URL. */
export async function upsertPicture(db: Db, picture: PictureRow): Promise<void> {
  await db
    .insertInto("pictures")
    .values(picture)
    .onConflict((conflict) => conflict.column("url").doUpdateSet(picture))
    .execute();
}

/** Stores a failure. A picture with the same URL stays and is fetched again later. Returns the stored row. */
export async function saveFailure(db: Db, failure: PictureRow): Promise<PictureRow> {
  const stored = await db
    .insertInto("pictures")
    .values(failure)
    .onConflict((conflict) => conflict.column("url").doUpdateSet(failure).where("pictures.bytes", "is", null))
    .returningAll()
    .executeTakeFirst();
  const picture = await (stored ??
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

/** True if a tool, prompt, reading or article uses the URL. Each lookup uses an index. */
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

/** Lists all pictures in the order of eviction: news pictures first, then the least recently shown. */
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
