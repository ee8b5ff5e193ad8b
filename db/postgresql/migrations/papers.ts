import { type QueryExecutorProvider, sql } from "kysely";

import { TEXT } from "./text.ts";

/** Papers and their counters. */
export async function papers(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...tables, ...categoryCounts, ...paperCounts]) await statement.execute(db);
}

const tables = [
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
