import { type QueryExecutorProvider, sql } from "kysely";

import { TEXT } from "./text.ts";

/** News articles, sources, read flags and counters. */
export async function news(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...tables, ...storyCounts, ...readStories]) await statement.execute(db);
}

const tables = [
  sql`create table news_articles (
    place bigint primary key,
    id ${TEXT} not null unique,
    seq bigint not null unique,
    "leadPlace" bigint,
    title ${TEXT} not null,
    content ${TEXT},
    excerpt ${TEXT},
    url ${TEXT} not null,
    "imageUrl" ${TEXT},
    source ${TEXT},
    "publishedAt" ${TEXT} not null,
    "toolId" ${TEXT} not null references ai_tools (id) on delete cascade,
    "toolName" ${TEXT} not null,
    "createdAt" ${TEXT} not null,
    unique ("toolId", url)
  )`,
  sql`create index news_articles_stories on news_articles (place, "toolId") where "leadPlace" is null`,
  sql`create index news_articles_of_tool on news_articles ("toolId", place, "leadPlace")`,
  sql`create index news_articles_also_in on news_articles ("leadPlace") where "leadPlace" is not null`,
  sql`create table news_marks (
    "userId" ${TEXT} not null references users (id) on delete cascade,
    place bigint not null references news_articles (place) on delete cascade,
    "isRead" bigint,
    "isStarred" bigint not null default 0,
    primary key ("userId", place)
  )`,
  sql`create index news_marks_article on news_marks (place)`,
  sql`create index news_marks_starred on news_marks ("userId", place) where "isStarred" = 1`,
  sql`create index news_marks_unread on news_marks ("userId", place) where "isRead" = 0`,
  sql`create table news_readers (
    "userId" ${TEXT} primary key references users (id) on delete cascade,
    "readThrough" bigint not null default 0,
    "readStories" bigint not null default 0
  )`,
  sql`create table story_counts ("toolId" ${TEXT} primary key, stories bigint not null)`,
  sql`create table story_quarters (quarter bigint primary key, stories bigint not null)`,
  sql`create table news_feeds (
    id ${TEXT} primary key,
    url ${TEXT} not null unique,
    title ${TEXT} not null,
    "createdAt" ${TEXT} not null,
    reading ${TEXT} check (is_json(reading))
  )`,
];

// All transactions update the same counter rows. Each statement updates them once, last, and in order, to avoid
// deadlocks.
const storyCounts = [
  // Converts an ISO time with its zone, regardless of settings. The type has no year 0, but each day has the same date
  // in the year 400.
  sql`create function quarter_of(published text) returns bigint language sql immutable as $$
    select case
      when published like '0000-%'
        then floor(extract(epoch from ('0400' || substr(published, 5))::timestamptz) - 12622780800)::bigint
      else floor(extract(epoch from published::timestamptz))::bigint
    end / 900 $$`,
  sql`create function stories_added() returns trigger language plpgsql as $$
    begin
      insert into story_quarters as counted (quarter, stories)
        select quarter_of("publishedAt") as published, count(*) from added where "leadPlace" is null
        group by published order by published
        on conflict (quarter) do update set stories = counted.stories + excluded.stories;
      insert into story_counts as counted ("toolId", stories)
        select coalesce("toolId", '') as tool, count(*) from added where "leadPlace" is null
        group by rollup ("toolId") having count(*) > 0 order by tool
        on conflict ("toolId") do update set stories = counted.stories + excluded.stories;
      return null;
    end $$`,
  sql`create trigger stories_added after insert on news_articles referencing new table as added
    for each statement execute function stories_added()`,
  sql`create function stories_removed() returns trigger language plpgsql as $$
    begin
      update news_readers as reader set "readStories" = "readStories" - gone.stories
        from (
          select "userId", count(*) as stories
          from news_readers join removed on seq <= "readThrough" and "leadPlace" is null
          group by "userId"
        ) as gone
        where gone."userId" = reader."userId";
      insert into story_quarters as counted (quarter, stories)
        select quarter_of("publishedAt") as published, -count(*) from removed where "leadPlace" is null
        group by published order by published
        on conflict (quarter) do update set stories = counted.stories + excluded.stories;
      insert into story_counts as counted ("toolId", stories)
        select coalesce("toolId", '') as tool, -count(*) from removed where "leadPlace" is null
        group by rollup ("toolId") having count(*) > 0 order by tool
        on conflict ("toolId") do update set stories = counted.stories + excluded.stories;
      delete from story_counts where stories = 0 and "toolId" in (select "toolId" from removed);
      return null;
    end $$`,
  sql`create trigger stories_removed after delete on news_articles referencing old table as removed
    for each statement execute function stories_removed()`,
];

// stories_removed counts all articles up to the reader's readThrough as read, and runs after their flags are deleted.
// So exceptions are corrected first.
const readStories = [
  sql`create function marked_story_removed() returns trigger language plpgsql as $$
    begin
      update news_readers as reader
        set "readStories" = "readStories" + (old.seq <= "readThrough")::int - mark."isRead"
        from news_marks as mark
        where mark.place = old.place and mark."userId" = reader."userId"
          and mark."isRead" <> (old.seq <= "readThrough")::int;
      return old;
    end $$`,
  sql`create trigger marked_story_removed before delete on news_articles
    for each row when (old."leadPlace" is null) execute function marked_story_removed()`,
];
