import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

import { ORIGINAL_ITEMS, type SearchedItems } from "../../engine.ts";
import { TEXT } from "./text.ts";

/** Search index and its queue. */
export async function search(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...tables, ...functions]) await statement.execute(db);
  for (const [table, kind] of SEARCHED) {
    for (const statement of searchTriggers(table, kind)) await statement.execute(db);
  }
}

const SEARCHED = [
  ["ai_tools", "tool"],
  ["news_articles", "article"],
  ["research_papers", "paper"],
  ["prompts", "prompt"],
  ["readings", "reading"],
  ["comments", "comment"],
] as const;

const tables = [
  sql`create table search_docs (
    "docId" bigint primary key,
    kind ${TEXT} not null,
    "itemId" ${TEXT} not null,
    at ${TEXT} not null,
    unique (kind, "itemId")
  )`,
  // Stems from `search/text-query.ts`. Title stems have weight A, people B, the body D. Filters begin with a character
  // that no word contains.
  sql`create table search_words (
    "docId" bigint primary key references search_docs ("docId") on delete cascade,
    length integer not null,
    words tsvector not null
  )`,
  // Stored uncompressed, because it is read for each candidate and each search word. Compression would make that ten
  // times slower.
  sql`alter table search_words alter column words set storage external`,
  sql`create index search_words_words on search_words using gin (words)`,
  sql`create table search_queue (
    kind ${TEXT} not null,
    "itemId" ${TEXT} not null,
    primary key (kind, "itemId")
  )`,
];

const functions = [
  sql`create function queue_for_search() returns trigger language plpgsql as $$
    begin
      insert into search_queue (kind, "itemId") select distinct tg_argv[0], id from changed
        -- Locks the row, so that whoever is about to take it from the queue meets this change.
        on conflict (kind, "itemId") do update set kind = excluded.kind;
      return null;
    end $$`,
  sql`create function remove_from_search() returns trigger language plpgsql as $$
    begin
      delete from search_docs using removed where kind = tg_argv[0] and "itemId" = removed.id;
      return null;
    end $$`,
];

const searchTriggers = (table: string, kind: string): RawBuilder<unknown>[] => [
  ...["insert", "update"].map(
    (change) => sql`create trigger ${sql.ref(`search_${kind}_${change}`)} after ${sql.raw(change)}
      on ${sql.table(table)} referencing new table as changed
      for each statement execute function queue_for_search(${sql.lit(kind)})`,
  ),
  sql`create trigger ${sql.ref(`search_${kind}_gone`)} after delete on ${sql.table(table)}
    referencing old table as removed for each statement execute function remove_from_search(${sql.lit(kind)})`,
];

const CHANGES = [
  ["insert", "new table"],
  ["update", "new table"],
  ["delete", "old table"],
] as const;

/** Queues a tool for the search index whenever a row of this table that belongs to it changes. */
export async function queueToolsForSearch(db: QueryExecutorProvider, table: string): Promise<void> {
  await sql`create or replace function queue_tools_for_search() returns trigger language plpgsql as $$
    begin
      insert into search_queue (kind, "itemId") select distinct 'tool', "toolId" from changed
        -- Locks the row, as queue_for_search does.
        on conflict (kind, "itemId") do update set kind = excluded.kind;
      return null;
    end $$`.execute(db);
  for (const [change, rows] of CHANGES) {
    await sql`create trigger ${sql.ref(`search_${table}_${change}`)} after ${sql.raw(change)}
      on ${sql.table(table)} referencing ${sql.raw(rows)} as changed
      for each statement execute function queue_tools_for_search()`.execute(db);
  }
}

/**
 * Creates the configuration that splits texts into words and removes English endings but no stop words. Queues all
 * content for indexing. Until it is indexed, searches use the former index, which has no filters and misses one stem in
 * 30.
 */
export async function createSearchConfiguration(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [
    sql`create text search dictionary stackloop_stems (template = pg_catalog.snowball, language = english)`,
    sql`create text search configuration stackloop (copy = pg_catalog.simple)`,
    sql`alter text search configuration stackloop
      alter mapping for asciiword, word, numword, int, uint, float, sfloat with stackloop_stems`,
    sql`alter table search_words drop column length`,
    sql`insert into settings (key, value) select 'searchBackfill', '{"kind":"tool","after":""}'
      where exists (select from search_docs)
      on conflict (key) do update set value = excluded.value`,
  ]) {
    await statement.execute(db);
  }
}

/** Qualifies the columns in the trigger function, since comments have columns of the same names. */
export async function qualifyRemovalFromSearch(db: QueryExecutorProvider): Promise<void> {
  await sql`create or replace function remove_from_search() returns trigger language plpgsql as $$
    begin
      delete from search_docs as doc using removed where doc.kind = tg_argv[0] and doc."itemId" = removed.id;
      return null;
    end $$`.execute(db);
}

/** Queues comments whenever the text that they reply to, or the title of their item, changes. */
export async function queueCommentsForSearch(db: QueryExecutorProvider): Promise<void> {
  const queue = (comments: RawBuilder<unknown>) => sql`begin
      insert into search_queue (kind, "itemId") select distinct 'comment', comments.id
        from changed join before using (id) join comments on ${comments}
        -- Locks the row, as queue_for_search does.
        on conflict (kind, "itemId") do update set kind = excluded.kind;
      return null;
    end`;
  await sql`create function queue_replies_for_search() returns trigger language plpgsql as $$
    ${queue(sql`comments."parentId" = changed.id where changed.content <> before.content`)} $$`.execute(db);
  for (const title of ["name", "title"])
    await sql`create function ${sql.ref(`queue_comments_by_${title}`)}() returns trigger language plpgsql as $$
      ${queue(sql`comments.kind = tg_argv[0] and comments."itemId" = changed.id
        where changed.${sql.ref(title)} <> before.${sql.ref(title)}`)} $$`.execute(db);
  await onUpdate("search_comment_replies", "comments", sql`queue_replies_for_search()`).execute(db);
  for (const items of ORIGINAL_ITEMS) await titleTrigger(items).execute(db);
}

const onUpdate = (name: string, table: string, call: RawBuilder<unknown>) =>
  sql`create trigger ${sql.ref(name)} after update on ${sql.table(table)}
    referencing old table as before new table as changed
    for each statement execute function ${call}`;

const titleTrigger = ([kind, table, title]: SearchedItems) =>
  onUpdate(`search_${kind}_title`, table, sql`${sql.ref(`queue_comments_by_${title}`)}(${sql.lit(kind)})`);

export async function searchItems(db: QueryExecutorProvider, items: SearchedItems): Promise<void> {
  const [kind, table] = items;
  for (const trigger of [...searchTriggers(table, kind), titleTrigger(items)]) await trigger.execute(db);
}
