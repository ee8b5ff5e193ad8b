import { type QueryExecutorProvider, sql } from "kysely";

/** Pictures of other sites that are kept here, and the look-up whether an address stands anywhere. */
export async function pictures(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    // The bytes stand last, so that the other columns are read without them.
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
