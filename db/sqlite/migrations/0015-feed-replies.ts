import { type QueryExecutorProvider, sql } from "kysely";

/** Stores the last replies of feeds, so that requests after a restart also ask only for changes. */
export async function feedReplies(db: QueryExecutorProvider): Promise<void> {
  await sql`create table feed_replies (
      address text primary key,
      url text not null,
      contentType text,
      etag text,
      lastModified text,
      askedAt text not null,
      size integer not null,
      body blob not null
    ) strict`.execute(db);
}
