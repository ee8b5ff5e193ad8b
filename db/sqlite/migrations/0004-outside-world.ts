import { type QueryExecutorProvider, sql } from "kysely";

/** Data fetched by the server: papers, news, feeds, job runs, and calls of AI providers. */
export async function outsideWorld(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`create table job_runs (
      id text primary key,
      job text not null,
      "trigger" text not null,
      state text not null check (state in ('running', 'succeeded', 'failed', 'interrupted')),
      startedBy text references users (id) on delete set null,
      startedAt text not null,
      finishedAt text,
      processId integer not null,
      done integer not null default 0,
      total integer,
      counts text not null default '{}' check (json_valid(counts)),
      faults text not null default '[]' check (json_valid(faults)),
      error text
    ) strict`,
    sql`create unique index job_runs_one_running on job_runs (job) where state = 'running'`,
    sql`create index job_runs_newest on job_runs (job, startedAt desc)`,
    sql`create table research_papers (
      id text primary key,
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
    sql`create index research_papers_newest on research_papers (publishedAt desc, id desc)`,
    sql`create table paper_marks (
      userId text not null references users (id) on delete cascade,
      paperId text not null references research_papers (id) on delete cascade,
      isStarred integer not null default 0,
      isHidden integer not null default 0,
      primary key (userId, paperId)
    ) strict`,
    sql`create table news_articles (
      id text primary key,
      title text not null,
      content text,
      excerpt text,
      url text not null,
      imageUrl text,
      source text,
      publishedAt text not null,
      toolId text not null references ai_tools (id) on delete cascade,
      toolName text not null,
      storyKey text not null,
      createdAt text not null,
      unique (toolId, url)
    ) strict`,
    sql`create index news_articles_newest on news_articles (publishedAt desc, id desc)`,
    sql`create index news_articles_story on news_articles (toolId, storyKey, publishedAt, id)`,
    sql`create table news_marks (
      userId text not null references users (id) on delete cascade,
      articleId text not null references news_articles (id) on delete cascade,
      isRead integer not null default 0,
      isStarred integer not null default 0,
      primary key (userId, articleId)
    ) strict`,
    sql`create table section_visits (
      userId text not null references users (id) on delete cascade,
      section text not null,
      visitedAt text not null,
      previousVisitAt text,
      primary key (userId, section)
    ) strict`,
    sql`create table news_feeds (
      id text primary key,
      url text not null unique,
      title text not null,
      createdAt text not null
    ) strict`,
    sql`create table source_states (
      source text primary key,
      lastSuccessAt text,
      lastErrorAt text,
      lastError text,
      nextTryAt text
    ) strict`,
    sql`create table ai_usage (
      day text not null,
      userId text not null,
      calls integer not null,
      primary key (day, userId)
    ) strict`,
  ];
  for (const statement of statements) await statement.execute(db);
}
