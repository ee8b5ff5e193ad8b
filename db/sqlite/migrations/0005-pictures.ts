import { type QueryExecutorProvider, sql } from "kysely";

/** Cached images of other sites, and the indexes for finding uses of an image URL. */
export async function pictures(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    // The bytes are the last column, so that the others are read without them.
    sql`create table pictures (
      url text primary key,
      mediaType text,
      fault text,
      size integer not null,
      fetchedAt text not null,
      nextFetchAt text not null,
      shownAt text not null,
      bytes blob,
      check ((bytes is null) = (mediaType is null)),
      check ((bytes is null) = (fault is not null))
    ) strict`,
    sql`create index pictures_size on pictures (size)`,
    sql`create index ai_tools_logoUrl on ai_tools (logoUrl) where logoUrl is not null`,
    sql`create index prompts_exampleImageUrl on prompts (exampleImageUrl) where exampleImageUrl is not null`,
    sql`create index readings_imageUrl on readings (imageUrl) where imageUrl is not null`,
    sql`create index news_articles_imageUrl on news_articles (imageUrl) where imageUrl is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
