import { type QueryExecutorProvider, sql } from "kysely";

import { TEXT } from "./text.ts";

/** News articles, sources, read flags and counters. */
export async function news(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...newsTables, ...storyCounts, ...readStories]) await statement.execute(db);
}

const newsTables = [
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

// `stories_removed` counts all articles up to the reader's `readThrough` as read, and runs after their flags are
// deleted. So the flags of exceptions are counted first.
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

/** Papers and their counters. */
export async function papers(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...paperTables, ...categoryCounts, ...paperCounts]) await statement.execute(db);
}

const paperTables = [
  sql`create table research_papers (
    place bigint primary key,
    id ${TEXT} not null unique,
    title ${TEXT} not null,
    abstract ${TEXT} not null,
    authors ${TEXT} not null,
    url ${TEXT} not null,
    "pdfUrl" ${TEXT} not null,
    "arXivId" ${TEXT} not null unique,
    categories ${TEXT} not null check (is_json(categories)),
    "publishedAt" ${TEXT} not null,
    "imageUrl" ${TEXT},
    "pplxSummary" ${TEXT},
    "summarySource" ${TEXT},
    "createdAt" ${TEXT} not null
  )`,
  sql`create index research_papers_found on research_papers ("createdAt")`,
  sql`create table paper_marks (
    "userId" ${TEXT} not null references users (id) on delete cascade,
    place bigint not null references research_papers (place) on delete cascade on update cascade,
    "isStarred" bigint not null default 0,
    "isHidden" bigint not null default 0,
    primary key ("userId", place)
  )`,
  sql`create index paper_marks_paper on paper_marks (place)`,
  sql`create index paper_marks_starred on paper_marks ("userId", place) where "isStarred" = 1`,
  sql`create index paper_marks_hidden on paper_marks ("userId", place) where "isHidden" = 1`,
  sql`create table paper_categories (
    category ${TEXT} not null,
    place bigint not null references research_papers (place) on delete cascade on update cascade,
    primary key (category, place)
  )`,
  sql`create index paper_categories_paper on paper_categories (place)`,
  sql`create table paper_counts (category ${TEXT} primary key, papers bigint not null)`,
  sql`create table paper_days (day ${TEXT} primary key, papers bigint not null)`,
];

// All transactions update the same counter rows. Each statement updates them once, last, and in order, to avoid
// deadlocks.
const categoryCounts = [
  sql`create function paper_categories_added() returns trigger language plpgsql as $$
    begin
      insert into paper_counts as counted (category, papers)
        select category, count(*) from added group by category order by category
        on conflict (category) do update set papers = counted.papers + excluded.papers;
      return null;
    end $$`,
  sql`create trigger paper_categories_added after insert on paper_categories referencing new table as added
    for each statement execute function paper_categories_added()`,
  sql`create function paper_categories_removed() returns trigger language plpgsql as $$
    begin
      insert into paper_counts as counted (category, papers)
        select category, -count(*) from removed group by category order by category
        on conflict (category) do update set papers = counted.papers + excluded.papers;
      delete from paper_counts where papers = 0 and category in (select category from removed);
      return null;
    end $$`,
  sql`create trigger paper_categories_removed after delete on paper_categories referencing old table as removed
    for each statement execute function paper_categories_removed()`,
];

const paperCounts = [
  sql`create function papers_added() returns trigger language plpgsql as $$
    begin
      insert into paper_categories (category, place)
        select distinct category.name, added.place
        from added, json_array_elements_text(added.categories::json) as category (name);
      insert into paper_days as counted (day, papers)
        select substr("publishedAt", 1, 10) as published, count(*) from added group by published order by published
        on conflict (day) do update set papers = counted.papers + excluded.papers;
      insert into paper_counts as counted (category, papers)
        select '', count(*) from added having count(*) > 0
        on conflict (category) do update set papers = counted.papers + excluded.papers;
      return null;
    end $$`,
  sql`create trigger papers_added after insert on research_papers referencing new table as added
    for each statement execute function papers_added()`,
  sql`create function papers_changed() returns trigger language plpgsql as $$
    begin
      delete from paper_categories
        where place = new.place and category not in (select json_array_elements_text(new.categories::json));
      insert into paper_categories (category, place)
        select distinct category.name, new.place
        from json_array_elements_text(new.categories::json) as category (name)
        on conflict (category, place) do nothing;
      if substr(old."publishedAt", 1, 10) <> substr(new."publishedAt", 1, 10) then
        insert into paper_days as counted (day, papers)
          values (substr(old."publishedAt", 1, 10), -1), (substr(new."publishedAt", 1, 10), 1)
          on conflict (day) do update set papers = counted.papers + excluded.papers;
      end if;
      return null;
    end $$`,
  sql`create trigger papers_changed after update of place, categories, "publishedAt" on research_papers
    for each row
    when ((old.place, old.categories, old."publishedAt") is distinct from (new.place, new.categories, new."publishedAt"))
    execute function papers_changed()`,
  sql`create function papers_removed() returns trigger language plpgsql as $$
    begin
      insert into paper_days as counted (day, papers)
        select substr("publishedAt", 1, 10) as published, -count(*) from removed
        group by published order by published
        on conflict (day) do update set papers = counted.papers + excluded.papers;
      insert into paper_counts as counted (category, papers)
        select '', -count(*) from removed having count(*) > 0
        on conflict (category) do update set papers = counted.papers + excluded.papers;
      return null;
    end $$`,
  sql`create trigger papers_removed after delete on research_papers referencing old table as removed
    for each statement execute function papers_removed()`,
];
