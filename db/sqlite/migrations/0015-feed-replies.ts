import { type QueryExecutorProvider, sql } from "kysely";

/** The last replies of feeds are kept, so that they are asked only for what is new after a restart too. */
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
