import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

import { createFullTextTable } from "../full-text.ts";

/**
 * News and papers in tables whose lists cost the same at any length. Rows are stored in list order, and articles are
 * clustered when they are stored. Triggers maintain counts and searchable texts.
 */
export async function timelines(db: QueryExecutorProvider): Promise<void> {
  const run = async (statements: readonly RawBuilder<unknown>[]) => {
    for (const statement of statements) await statement.execute(db);
  };
  await run(paperTables);
  await createFullTextTable(db, "paper_trigrams", TRIGRAMS);
  await run(derivedTablesOfPapers);
  await run(articleTables);
  await createFullTextTable(db, "story_trigrams", TRIGRAMS);
  await run(derivedTablesOfArticles);
}

/** Stores neither texts nor positions. A hit is only a candidate, which must be checked against its row. */
const TRIGRAMS = "text, content='', contentless_delete=1, detail=none, tokenize='trigram'";

// Milliseconds times 2048, plus the next free number within one moment.
const PLACE = sql.raw(`
  row_number() over by_time + max(
    max(0, cast(round(unixepoch(publishedAt, 'subsec') * 1000) as integer)) * 2048 - number
  ) over by_time - 1 as place`);

const paperTables = [
  sql`create table placed_papers (
    place integer primary key,
    id text not null unique,
    title text not null,
    abstract text not null,
    authors text not null,
    url text not null,
    pdfUrl text not null,
    arXivId text not null unique,
    categories text not null check (json_valid(categories)),
    publishedAt text not null,
    imageUrl text,
    pplxSummary text,
    summarySource text,
    createdAt text not null
  ) strict`,
  sql`insert into placed_papers
    select ${PLACE}, id, title, abstract, authors, url, pdfUrl, arXivId, categories, publishedAt, imageUrl, pplxSummary,
      summarySource, createdAt
    from (select *, row_number() over (order by publishedAt, id) - 1 as number from research_papers)
    window by_time as (order by publishedAt, id rows unbounded preceding)`,
  sql`create table placed_paper_marks (
    userId text not null references users (id) on delete cascade,
    place integer not null references placed_papers (place) on delete cascade on update cascade,
    isStarred integer not null default 0,
    isHidden integer not null default 0,
    primary key (userId, place)
  ) strict, without rowid`,
  sql`insert into placed_paper_marks
    select userId, place, isStarred, isHidden
    from paper_marks join placed_papers on placed_papers.id = paper_marks.paperId
    where isStarred = 1 or isHidden = 1`,
  sql`drop table paper_marks`,
  sql`drop table research_papers`,
  sql`alter table placed_papers rename to research_papers`,
  sql`alter table placed_paper_marks rename to paper_marks`,
  sql`create index research_papers_found on research_papers (createdAt)`,
  sql`create index paper_marks_paper on paper_marks (place)`,
  sql`create index paper_marks_starred on paper_marks (userId, place) where isStarred = 1`,
  sql`create index paper_marks_hidden on paper_marks (userId, place) where isHidden = 1`,
];

/** Derived tables of papers: category lists, counts, and sort keys of searchable texts. */
const derivedTablesOfPapers = [
  sql`create table paper_categories (
    category text not null,
    place integer not null references research_papers (place) on delete cascade on update cascade,
    primary key (category, place)
  ) strict, without rowid`,
  sql`create index paper_categories_paper on paper_categories (place)`,
  // The count of all papers has no category.
  sql`create table paper_counts (category text primary key, papers integer not null) strict, without rowid`,
  sql`create table paper_days (day text primary key, papers integer not null) strict, without rowid`,
  sql`create trigger paper_categories_added after insert on paper_categories begin
    insert into paper_counts values (new.category, 1) on conflict do update set papers = papers + 1;
  end`,
  sql`create trigger paper_categories_removed after delete on paper_categories begin
    update paper_counts set papers = papers - 1 where category = old.category;
    delete from paper_counts where category = old.category and papers = 0;
  end`,
  sql`create trigger papers_added after insert on research_papers begin
    insert into paper_categories select distinct value, new.place from json_each(new.categories);
    insert into paper_counts values ('', 1) on conflict do update set papers = papers + 1;
    insert into paper_days values (substr(new.publishedAt, 1, 10), 1) on conflict do update set papers = papers + 1;
    insert into paper_trigrams (rowid, text) values (new.place, ${textOfPaper("new")});
  end`,
  sql`create trigger papers_changed
    after update of place, title, abstract, authors, categories, publishedAt on research_papers
    when (old.place, old.title, old.abstract, old.authors, old.categories, old.publishedAt)
      is not (new.place, new.title, new.abstract, new.authors, new.categories, new.publishedAt)
  begin
    delete from paper_categories where place = new.place;
    insert into paper_categories select distinct value, new.place from json_each(new.categories);
    update paper_days set papers = papers - 1 where day = substr(old.publishedAt, 1, 10);
    insert into paper_days values (substr(new.publishedAt, 1, 10), 1) on conflict do update set papers = papers + 1;
    delete from paper_trigrams where rowid = old.place;
    insert into paper_trigrams (rowid, text) values (new.place, ${textOfPaper("new")});
  end`,
  sql`create trigger papers_removed after delete on research_papers begin
    update paper_counts set papers = papers - 1 where category = '';
    update paper_days set papers = papers - 1 where day = substr(old.publishedAt, 1, 10);
    delete from paper_trigrams where rowid = old.place;
  end`,
  // Existing rows.
  sql`insert into paper_categories
    select distinct value, place from research_papers, json_each(research_papers.categories)`,
  sql`insert into paper_counts select '', count(*) from research_papers`,
  sql`insert into paper_days select substr(publishedAt, 1, 10) as day, count(*) from research_papers group by day`,
  sql`insert into paper_trigrams (rowid, text) select place, ${textOfPaper("paper")} from research_papers as paper`,
];

const articleTables = [
  // leadPlace: sort key of the cluster's first article; null for that article itself. seq: order of arrival.
  sql`create table placed_articles (
    place integer primary key,
    id text not null unique,
    seq integer not null unique,
    leadPlace integer,
    title text not null,
    content text,
    excerpt text,
    url text not null,
    imageUrl text,
    source text,
    publishedAt text not null,
    toolId text not null references ai_tools (id) on delete cascade,
    toolName text not null,
    createdAt text not null,
    unique (toolId, url)
  ) strict`,
  sql`insert into placed_articles
    select place, id, row_number() over (order by createdAt, publishedAt, id),
      nullif(first_value(place) over (partition by toolId, storyKey order by createdAt, publishedAt, id), place),
      title, content, excerpt, url, imageUrl, source, publishedAt, toolId, toolName, createdAt
    from (
      select ${PLACE}, *
      from (select *, row_number() over (order by publishedAt, id) - 1 as number from news_articles)
      window by_time as (order by publishedAt, id rows unbounded preceding))`,
  sql`create table placed_news_marks (
    userId text not null references users (id) on delete cascade,
    place integer not null references placed_articles (place) on delete cascade,
    isRead integer,
    isStarred integer not null default 0,
    primary key (userId, place)
  ) strict, without rowid`,
  sql`insert into placed_news_marks
    select userId, place, nullif(isRead, 0), isStarred
    from news_marks join placed_articles on placed_articles.id = news_marks.articleId
    where leadPlace is null and (isRead = 1 or isStarred = 1)`,
  sql`drop table news_marks`,
  sql`drop table news_articles`,
  sql`alter table placed_articles rename to news_articles`,
  sql`alter table placed_news_marks rename to news_marks`,
  sql`create index news_articles_stories on news_articles (place, toolId) where leadPlace is null`,
  sql`create index news_articles_of_tool on news_articles (toolId, place, leadPlace)`,
  sql`create index news_articles_also_in on news_articles (leadPlace) where leadPlace is not null`,
  sql`create index news_articles_imageUrl on news_articles (imageUrl) where imageUrl is not null`,
  sql`create index news_marks_article on news_marks (place)`,
  sql`create index news_marks_starred on news_marks (userId, place) where isStarred = 1`,
  sql`create index news_marks_unread on news_marks (userId, place) where isRead = 0`,
];

/** Derived tables of news: read positions, cluster counts, and sort keys of searchable texts. */
const derivedTablesOfArticles = [
  // Articles up to readThrough are read, except for the flags in news_marks. readStories counts both.
  sql`create table news_readers (
    userId text primary key references users (id) on delete cascade,
    readThrough integer not null default 0,
    readStories integer not null default 0
  ) strict, without rowid`,
  // The count of all clusters has no tool.
  sql`create table story_counts (toolId text primary key, stories integer not null) strict, without rowid`,
  // Quarters of an hour since 1970. Day boundaries of every time zone fall between two quarters.
  sql`create table story_quarters (quarter integer primary key, stories integer not null) strict`,
  sql`create trigger stories_added after insert on news_articles when new.leadPlace is null begin
    insert into story_counts values ('', 1), (new.toolId, 1) on conflict do update set stories = stories + 1;
    insert into story_quarters values (unixepoch(new.publishedAt) / 900, 1)
      on conflict do update set stories = stories + 1;
    insert into story_trigrams (rowid, text) values (new.place, ${textOfArticle("new")});
  end`,
  // Runs before the deletion, because the flags are deleted with the article.
  sql`create trigger stories_removed before delete on news_articles when old.leadPlace is null begin
    update news_readers set readStories = readStories - 1 where coalesce(
      (select isRead from news_marks where news_marks.userId = news_readers.userId and place = old.place),
      old.seq <= readThrough);
    update story_counts set stories = stories - 1 where toolId in ('', old.toolId);
    delete from story_counts where toolId = old.toolId and stories = 0;
    update story_quarters set stories = stories - 1 where quarter = unixepoch(old.publishedAt) / 900;
    delete from story_trigrams where rowid = old.place;
  end`,
  // Existing rows.
  sql`insert into news_readers (userId, readStories)
    select userId, count(*) from news_marks where isRead = 1 group by userId`,
  sql`insert into story_counts select '', count(*) from news_articles where leadPlace is null`,
  sql`insert into story_counts select toolId, count(*) from news_articles where leadPlace is null group by toolId`,
  sql`insert into story_quarters
    select unixepoch(publishedAt) / 900 as quarter, count(*) from news_articles where leadPlace is null group by quarter`,
  sql`insert into story_trigrams (rowid, text)
    select place, ${textOfArticle("article")} from news_articles as article where leadPlace is null`,
];

function textOfPaper(row: string) {
  return sql.raw(`${row}.title || char(10) || ${row}.authors || char(10) || ${row}.abstract`);
}

function textOfArticle(row: string) {
  return sql.raw(`${row}.title || char(10) || coalesce(${row}.content, '')`);
}
