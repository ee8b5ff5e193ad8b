import { type QueryExecutorProvider, sql } from "kysely";

import { type Migration, sharedMigrations } from "../../migrations/index.ts";
import { queueForSearch } from "../full-text.ts";
import { accountsAndTools, prompts, readings } from "./0001-accounts-and-library.ts";
import { outsideWorld } from "./0004-outside-world.ts";
import { timelines } from "./0009-timelines.ts";
import { INDEXED, search } from "./0010-search.ts";
import { usernames } from "./0013-usernames.ts";
import { history } from "./0016-history.ts";
import { tokens, assistants } from "./0017-tokens-and-assistants.ts";

/**
 * All migrations in order. A database's `user_version` is the number of those applied. A released one is never edited.
 */
export const migrations: readonly Migration[] = [
  { name: "0001-accounts-and-tools", up: accountsAndTools },
  { name: "0002-prompts", up: prompts },
  { name: "0003-readings", up: readings },
  { name: "0004-outside-world", up: outsideWorld },
  { name: "0005-pictures", up: pictures },
  { name: "0006-feed-readings", up: feedReadings },
  { name: "0007-error-names", up: errorNames },
  { name: "0008-events", up: events },
  { name: "0009-timelines", up: timelines },
  { name: "0010-search", up: search },
  { name: "0011-search-queue", up: searchQueue },
  { name: "0012-title-facets", up: titleFacets },
  { name: "0013-usernames", up: usernames },
  { name: "0014-upload-quota", up: uploadQuota },
  { name: "0015-feed-replies", up: feedReplies },
  { name: "0016-history", up: history },
  { name: "0017-tokens", up: tokens },
  { name: "0018-assistants", up: assistants },
  ...sharedMigrations,
];

/** Cached images of other sites, and the indexes for finding uses of an image URL. */
async function pictures(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    // The bytes are the last column, so that other columns can be read without them.
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

/** Results of the last fetch of each team feed. */
async function feedReadings(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table news_feeds add column reading text check (json_valid(reading))`.execute(db);
}

/** Renames columns and values in stored reports to "errors" and "issues", to match the program. */
async function errorNames(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`alter table job_runs rename column faults to sourceErrors`,
    sql`alter table pictures rename column fault to error`,
    sql`update news_feeds
      set reading = json_set(json_remove(reading, '$.faults'), '$.issues', json_extract(reading, '$.faults'))
      where reading is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Activity events: who did what to which item. Rows are only ever added. */
async function events(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`create table events (
      seq integer primary key,
      at text not null,
      actorId text references users (id) on delete set null,
      verb text not null,
      kind text not null check (kind in ('tool', 'article', 'paper', 'prompt', 'reading')),
      itemId text not null,
      title text not null,
      detail text not null default '{}' check (json_valid(detail))
    ) strict`,
    sql`create index events_item on events (kind, itemId, seq)`,
    sql`create index events_actor on events (actorId)`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Adds whole titles to the search index. Existing content is indexed again in the background. */
async function titleFacets(db: QueryExecutorProvider): Promise<void> {
  await sql`insert into settings (key, value)
    select 'searchBackfill', '{"kind":"tool","after":""}' where exists (select 1 from search_docs)
    on conflict (key) do update set value = excluded.value`.execute(db);
}

/** Allows summing each user's uploads and finding unused ones, without reading the images. */
async function uploadQuota(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table images
    add column size integer not null generated always as (length(bytes)) virtual`.execute(db);
  await sql`create index images_by_owner on images (userId, size, createdAt, file)`.execute(db);
}

/** Stores the last replies of feeds, so that requests after a restart also ask only for changes. */
async function feedReplies(db: QueryExecutorProvider): Promise<void> {
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

/** Queue for the search index. Triggers add each change, and the server processes it soon after. */
async function searchQueue(db: QueryExecutorProvider): Promise<void> {
  await sql`create table search_queue (
    kind text not null,
    itemId text not null,
    primary key (kind, itemId)
  ) strict, without rowid`.execute(db);
  for (const [kind, table] of INDEXED) await queueForSearch(db, kind, table);
}
