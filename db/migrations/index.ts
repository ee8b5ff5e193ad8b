import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";
import { teamMemory } from "./0020-team-memory.ts";
import { oneArticlePerAddress } from "./0032-one-article-per-address.ts";
import { discussionsOfAllItems } from "./0033-discussions-of-all-items.ts";
import { briefs, inbox, channelsAndMail, recommendedPapers } from "./0036-briefs-inbox-and-mail.ts";

export interface Migration {
  name: string;
  up(db: QueryExecutorProvider): Promise<void>;
}

export interface Migrated {
  from: number;
  to: number;
  /** Backup created before a file with data was migrated. */
  backupFile: string | null;
}

/** Schema version in which PostgreSQL starts. SQLite reached it through earlier migrations. */
export const FIRST_SHARED_VERSION = 18;

/** Migrations for all engines since then, in order. A released one is never edited. */
export const sharedMigrations: readonly Migration[] = [
  { name: "0019-job-leases", up: jobLeases },
  { name: "0020-team-memory", up: teamMemory },
  { name: "0021-links-to-comments", up: linksToComments },
  {
    // Notifies all processes when long titles change.
    name: "0022-notices-of-titles",
    up: (db) => engineOf(db).addChangeNotifications(db, "long_titles"),
  },
  { name: "0024-withdrawn-papers-and-searched-verdicts", up: withdrawnPapersAndSearchedVerdicts },
  { name: "0025-account-states", up: accountStates },
  {
    // Allows SQLite before 3.45, where `json_valid(null)` is 0, to check, dump and load a database with unread feeds.
    name: "0026-null-in-json-columns",
    up: (db) => engineOf(db).allowNullInJson(db, "news_feeds", "reading"),
  },
  { name: "0030-deletions-in-portions", up: deletionsInPortions },
  { name: "0031-search-configuration", up: (db) => engineOf(db).createSearchConfiguration(db) },
  { name: "0032-one-article-per-address", up: oneArticlePerAddress },
  { name: "0033-discussions-of-all-items", up: discussionsOfAllItems },
  { name: "0034-undos-of-imports", up: undosOfImports },
  { name: "0035-stars-and-ratings-of-prompts", up: starsAndRatingsOfPrompts },
  { name: "0036-briefs", up: briefs },
  { name: "0037-added-papers", up: addedPapers },
  { name: "0038-inbox", up: inbox },
  { name: "0039-provider-accounts", up: providerAccounts },
  { name: "0040-channels-and-mail", up: channelsAndMail },
  { name: "0041-recommended-papers", up: recommendedPapers },
  { name: "0042-context-of-comments-in-search", up: contextOfCommentsInSearch },
  {
    // The program checks the kinds, so that a new kind changes no other tables.
    name: "0043-no-list-of-kinds",
    up: (db) => engineOf(db).dropKindChecks(db),
  },
  { name: "0044-one-index-of-entries-by-item", up: oneIndexOfEntriesByItem },
  { name: "0045-index-of-replies-only", up: indexOfRepliesOnly },
  { name: "0046-words-without-spaces-in-search", up: wordsWithoutSpacesInSearch },
];

/** Schema version of this program. */
export const SCHEMA_VERSION = FIRST_SHARED_VERSION + sharedMigrations.length;

/** Owner process of a job run, its lease, and the scheduled time of the run. */
async function jobLeases(db: QueryExecutorProvider): Promise<void> {
  const statements = [
    sql`alter table job_runs add column "owner" text not null default ''`,
    sql`alter table job_runs add column "leaseUntil" ${engineOf(db).bigInteger()} not null default 0`,
    sql`alter table job_runs add column "slot" text`,
    sql`create unique index job_runs_slots on job_runs (job, "slot") where "slot" is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Comment that mentions the other item, so that a link can lead to it. */
async function linksToComments(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table links add column "commentId" ${engineOf(db).text()}`.execute(db);
  // Existing mentions are scanned again while the server runs.
  await sql`insert into link_queue (kind, "itemId")
    select distinct "fromKind", "fromId" from links where field = 'comment'
    on conflict do nothing`.execute(db);
}

/** Withdrawn papers, verdicts and votes in the search index, and read-only API tokens. */
async function withdrawnPapersAndSearchedVerdicts(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  await sql`alter table research_papers
    add column "isWithdrawn" ${engine.bigInteger()} not null default 0`.execute(db);
  for (const table of ["verdicts", "verdict_votes"] as const) await engine.queueToolsForSearch(db, table);
  // Indexes all tools again for the filter `verdict:`, including tools without a verdict.
  await sql`insert into search_queue (kind, "itemId") select 'tool', id from ai_tools where true
    on conflict (kind, "itemId") do nothing`.execute(db);
  await allowScope(db);
}

/** Rebuilds the table on both engines, because SQLite can't change a check. */
async function allowScope(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const statements = [
    sql`create temporary table api_tokens_before as select * from api_tokens`,
    sql`drop table api_tokens`,
    sql`create table api_tokens (
      id ${TEXT} primary key,
      "userId" ${TEXT} not null references users (id) on delete cascade,
      name ${TEXT} not null,
      hash ${TEXT} not null unique,
      prefix ${TEXT} not null,
      scope ${TEXT} not null check (scope in ('read', 'add', 'write')),
      "createdAt" ${TEXT} not null,
      "expiresAt" ${TEXT},
      "lastUsedAt" ${TEXT},
      "lastClient" ${TEXT},
      "revokedAt" ${TEXT}
    ) ${engine.tableOptions()}`,
    sql`insert into api_tokens select * from api_tokens_before`,
    sql`drop table api_tokens_before`,
    sql`create index "api_tokens_userId" on api_tokens ("userId", "createdAt", id)`,
  ];
  for (const statement of statements) await statement.execute(db);
  await engine.addChangeNotifications(db, "api_tokens");
}

/** Disabled and deleted accounts, reserved usernames, and the log of account changes. */
async function accountStates(db: QueryExecutorProvider): Promise<void> {
  const { text, tableOptions } = engineOf(db);
  const TEXT = text();
  const statements = [
    sql`alter table users add column "disabledAt" ${TEXT}`,
    sql`alter table users add column "deletedAt" ${TEXT}`,
    sql`create table former_usernames (
      hash ${TEXT} primary key not null,
      "userId" ${TEXT} not null references users (id) on delete cascade
    ) ${tableOptions()}`,
    sql`create index "former_usernames_userId" on former_usernames ("userId")`,
    sql`create table account_events (
      id ${TEXT} primary key not null,
      at ${TEXT} not null,
      "actorId" ${TEXT} references users (id) on delete set null,
      "userId" ${TEXT} references users (id) on delete set null,
      username ${TEXT} not null,
      action ${TEXT} not null,
      detail ${TEXT}
    ) ${tableOptions()}`,
    sql`create index account_events_at on account_events (at, id)`,
    sql`create index "account_events_userId" on account_events ("userId")`,
    sql`create index "account_events_actorId" on account_events ("actorId")`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Accounts at the identity provider, one for each user who signs in through it. */
async function providerAccounts(db: QueryExecutorProvider): Promise<void> {
  const { text, tableOptions } = engineOf(db);
  await sql`create table provider_accounts (
    issuer ${text()} not null,
    subject ${text()} not null,
    "userId" ${text()} not null unique references users (id) on delete cascade,
    "linkedAt" ${text()} not null,
    primary key (issuer, subject)
  ) ${tableOptions()}`.execute(db);
}

/**
 * Allows deleting an item before its many dependent rows. These reference a row with its id, which remains until the
 * last dependent row is moved.
 */
async function deletionsInPortions(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  await sql`create table item_ids (id ${TEXT} not null primary key) ${engine.tableOptions()}`.execute(db);
  await sql`insert into item_ids select id from ai_tools union select id from readings`.execute(db);
  for (const table of ["ai_tools", "readings"] as const) await engine.addIdTrigger(db, "item_ids", table);
  await engine.changeReferences(db, "item_ids", [
    { table: "news_articles", column: "toolId" },
    { table: "comments", column: "readingId" },
  ]);
  await sql`alter table deletions add column stage ${TEXT} not null default 'done'
    check (stage in ('done', 'deleting', 'restoring', 'purging'))`.execute(db);
  await sql`create index deletions_unfinished on deletions (id) where stage <> 'done'`.execute(db);
}

/** Undos of imports, which run in batches and continue after a restart. */
async function undosOfImports(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const NUMBER = engine.bigInteger();
  await sql`create table import_undos (
    "importId" ${TEXT} not null,
    "userId" ${TEXT} not null references users (id) on delete cascade,
    stage ${TEXT} not null check (stage in ('items', 'extras', 'done')),
    kind ${TEXT},
    "itemId" ${TEXT} not null,
    deleted ${NUMBER} not null,
    restored ${NUMBER} not null,
    kept ${NUMBER} not null,
    "keptIds" ${TEXT} not null,
    "renamedIds" ${TEXT} not null,
    "startedAt" ${TEXT} not null,
    primary key ("importId", "userId")
  ) ${engine.tableOptions()}`.execute(db);
  await sql`create index "import_undos_userId" on import_undos ("userId")`.execute(db);
  await sql`create index import_undos_unfinished on import_undos ("importId", "userId")
    where stage <> 'done'`.execute(db);
}

/** Users' stars of prompts, and ratings of prompt versions in tools. */
async function starsAndRatingsOfPrompts(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const NUMBER = engine.bigInteger();
  const statements = [
    sql`create table prompt_stars (
      "promptId" ${TEXT} not null references prompts (id) on delete cascade,
      "userId" ${TEXT} not null references users (id) on delete cascade,
      primary key ("promptId", "userId")
    ) ${engine.tableOptions()}`,
    sql`create index "prompt_stars_userId" on prompt_stars ("userId")`,
    sql`create table prompt_ratings (
      "promptId" ${TEXT} not null references prompts (id) on delete cascade,
      version ${NUMBER} not null,
      "toolId" ${TEXT} not null references ai_tools (id) on delete cascade,
      "userId" ${TEXT} not null references users (id) on delete cascade,
      stars ${NUMBER} not null check (stars between 1 and 5),
      note ${TEXT},
      at ${TEXT} not null,
      primary key ("promptId", "toolId", version, "userId")
    ) ${engine.tableOptions()}`,
    sql`create index "prompt_ratings_toolId" on prompt_ratings ("toolId", "promptId", version, "userId")`,
    sql`create index "prompt_ratings_userId" on prompt_ratings ("userId")`,
  ];
  for (const statement of statements) await statement.execute(db);
  for (const table of ["prompt_stars", "prompt_ratings"] as const)
    await engine.addChangeNotifications(db, table);
}

/** Person who added a paper by its id. */
async function addedPapers(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table research_papers
    add column "addedBy" ${engineOf(db).text()} references users (id) on delete set null`.execute(db);
  await sql`create index "research_papers_addedBy" on research_papers ("addedBy")`.execute(db);
}

/**
 * Indexes each comment with its parent and the title of its item. Existing comments are indexed again in the
 * background.
 */
async function contextOfCommentsInSearch(db: QueryExecutorProvider): Promise<void> {
  await engineOf(db).queueCommentsForSearch(db);
  await sql`insert into settings (key, value)
    select 'searchBackfill', '{"kind":"comment","after":""}' where exists (select 1 from comments)
    on conflict (key) do update set value = excluded.value where settings.value like '%"kind":"comment"%'`.execute(
    db,
  );
}

/** Finds the entries of an item or comment by one index, because each index makes inserting entries slower. */
async function oneIndexOfEntriesByItem(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [
    sql`drop index inbox_item`,
    sql`drop index inbox_comment`,
    sql`create index inbox_item on inbox_entries (kind, "itemId", "commentId")`,
  ])
    await statement.execute(db);
}

/** Excludes comments without a parent from the index of replies, because each of them wrote a page of it. */
async function indexOfRepliesOnly(db: QueryExecutorProvider): Promise<void> {
  await sql`drop index comments_replies`.execute(db);
  await sql`create index comments_replies on comments ("parentId") where "parentId" is not null`.execute(db);
}

/** Indexes all content again in the background, because each letter of some scripts is now a word. */
async function wordsWithoutSpacesInSearch(db: QueryExecutorProvider): Promise<void> {
  await sql`insert into settings (key, value)
    select 'searchBackfill', '{"kind":"tool","after":""}' where exists (select 1 from search_docs)
    on conflict (key) do update set value = excluded.value`.execute(db);
}
