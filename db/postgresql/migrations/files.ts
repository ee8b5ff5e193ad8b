import { type QueryExecutorProvider, sql } from "kysely";

import { TEXT } from "./text.ts";

/** Uploaded images, cached images of other sites, and the indexes for finding uses of an image URL. */
export async function files(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`create table images (
      file ${TEXT} primary key,
      "mediaType" ${TEXT} not null,
      bytes bytea not null,
      "userId" ${TEXT} not null references users (id),
      "createdAt" ${TEXT} not null,
      size bigint not null generated always as (octet_length(bytes)) stored
    )`,
    sql`create index images_by_owner on images ("userId", size, "createdAt", file)`,
    sql`create table pictures (
      url ${TEXT} primary key,
      "mediaType" ${TEXT},
      error ${TEXT},
      size bigint not null,
      "fetchedAt" ${TEXT} not null,
      "nextFetchAt" ${TEXT} not null,
      "shownAt" ${TEXT} not null,
      bytes bytea,
      check ((bytes is null) = ("mediaType" is null)),
      check ((bytes is null) = (error is not null))
    )`,
    sql`create index pictures_size on pictures (size)`,
    // Hash indexes, because a long non-ASCII URL doesn't fit an ordered index.
    sql`create index "ai_tools_logoUrl" on ai_tools using hash ("logoUrl") where "logoUrl" is not null`,
    sql`create index "prompts_exampleImageUrl" on prompts using hash ("exampleImageUrl")
      where "exampleImageUrl" is not null`,
    sql`create index "readings_imageUrl" on readings using hash ("imageUrl") where "imageUrl" is not null`,
    sql`create index "news_articles_imageUrl" on news_articles using hash ("imageUrl")
      where "imageUrl" is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
