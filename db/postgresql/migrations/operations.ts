import { type QueryExecutorProvider, sql } from "kysely";

import { TEXT } from "./text.ts";

/** Settings, jobs and the status of external services. */
export async function operations(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`create table settings (key ${TEXT} primary key, value ${TEXT} not null)`,
    sql`create table job_runs (
      id ${TEXT} primary key,
      job ${TEXT} not null,
      trigger ${TEXT} not null,
      state ${TEXT} not null check (state in ('running', 'succeeded', 'failed', 'interrupted')),
      "startedBy" ${TEXT} references users (id) on delete set null,
      "startedAt" ${TEXT} not null,
      "finishedAt" ${TEXT},
      "processId" bigint not null,
      done bigint not null default 0,
      total bigint,
      counts ${TEXT} not null default '{}' check (is_json(counts)),
      "sourceErrors" ${TEXT} not null default '[]' check (is_json("sourceErrors")),
      error ${TEXT}
    )`,
    sql`create unique index job_runs_one_running on job_runs (job) where state = 'running'`,
    sql`create index job_runs_newest on job_runs (job, "startedAt" desc)`,
    // Columns as in rate-limiter-flexible. Unlogged, because the counters are not worth disk writes.
    sql`create unlogged table rate_limits (key ${TEXT} primary key, points integer not null, expire bigint)`,
    sql`create index rate_limits_expire on rate_limits (expire)`,
    sql`create table source_states (
      source ${TEXT} primary key,
      "lastSuccessAt" ${TEXT},
      "lastErrorAt" ${TEXT},
      "lastError" ${TEXT},
      "nextTryAt" ${TEXT}
    )`,
    sql`create table feed_replies (
      address ${TEXT} primary key,
      url ${TEXT} not null,
      "contentType" ${TEXT},
      etag ${TEXT},
      "lastModified" ${TEXT},
      "askedAt" ${TEXT} not null,
      size bigint not null,
      body bytea not null
    )`,
    sql`create table ai_usage (
      day ${TEXT} not null,
      "userId" ${TEXT} not null,
      calls bigint not null,
      primary key (day, "userId")
    )`,
  ];
  for (const statement of statements) await statement.execute(db);
}

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
