import { type QueryExecutorProvider, sql } from "kysely";

/** Allows adding up each user's uploads and finding unused ones, without reading the images. */
export async function uploadQuota(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table images
    add column size integer not null generated always as (length(bytes)) virtual`.execute(db);
  await sql`create index images_by_owner on images (userId, size, createdAt, file)`.execute(db);
}
