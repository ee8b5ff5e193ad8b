import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

import type { Db } from "../database.ts";
import { type Engine, ORIGINAL_ITEMS, type SortKeySlice, type TrigramIndex } from "../engine.ts";
import { TRIGRAM_LENGTH } from "../search/substring-search.ts";
import { rankedSearch } from "./full-text-search.ts";
import {
  listFullTextTables,
  mergeFullTextStep,
  quoteFullText,
  queueComments,
  queueCommentsByTitle,
  searchItems,
} from "./full-text.ts";

/** Matches a check that lists the kinds of items. */
const KIND_CHECK = /\s+check \("?\w*kind"? in \('tool', [^()]*\)\)/giu;

export const sqliteEngine: Engine = {
  contains,
  positionOf: (text, part) => sql<number>`instr(${text}, ${part})`,
  lowerCase: (text) => sql<string>`${sql.raw(LOWER_CASE)}(${text})`,
  valuesOf: (values) => sql`(select value from json_each(${JSON.stringify(values)}))`,
  rowsOf: (rows, columns) => {
    const fields = Object.keys(columns).map(
      (name): RawBuilder<unknown> => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`,
    );
    return sql`(select ${sql.join(fields)} from json_each(${JSON.stringify(rows)}))`;
  },
  jsonText: (column, name) => sql<string>`${sql.ref(column)} ->> ${sql.lit(name)}`,
  jsonInteger: (column, name) => sql<number>`${sql.ref(column)} ->> ${sql.lit(name)}`,
  jsonItems: (list) => sql`json_each(${list})`,
  now: () => sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`,
  bigInteger: () => sql`integer`,
  text: () => sql`text`,
  tableOptions: () => sql`strict`,
  // SQLite reports changes of a file without triggers.
  addChangeNotifications: () => Promise.resolve(),
  allowNullInJson,
  // SQLite has a tokenizer of its own.
  createSearchConfiguration: () => Promise.resolve(),
  // SQLite has a trigger for each table, which names its columns.
  qualifyRemovalFromSearch: () => Promise.resolve(),
  queueToolsForSearch: async (db, table) => {
    for (const [change, row] of [
      ["insert", "new"],
      ["update", "new"],
      ["delete", "old"],
    ] as const) {
      const toolId = sql.ref(`${row}.toolId`);
      await sql`create trigger ${sql.ref(`search_${table}_${change}`)} after ${sql.raw(change)} on ${sql.table(table)} begin
        insert into search_queue (kind, "itemId") select 'tool', ${toolId}
        where not exists (select 1 from search_queue where kind = 'tool' and "itemId" = ${toolId});
      end`.execute(db);
    }
  },
  async queueCommentsForSearch(db) {
    await sql`create trigger search_comment_replies after update of content on comments
      when new.content <> old.content begin ${queueComments(sql`"parentId" = new.id`)}; end`.execute(db);
    for (const items of ORIGINAL_ITEMS) await queueCommentsByTitle(db, items);
  },
  searchItems,
  async dropKindChecks(db) {
    const { rows } = await sql<{ name: string; text: string }>`
      select name, sql as text from sqlite_schema where type = 'table' and sql like '% in (''tool'', %'`.execute(
      db,
    );
    await changeDefinitions(
      db,
      rows.map(({ name, text }) => ({ table: name, text: text.replaceAll(KIND_CHECK, "") })),
    );
  },
  async addIdTrigger(db, ids, table) {
    await sql`create trigger ${sql.ref(`${table}_id`)} before insert on ${sql.table(table)} begin
      insert into ${sql.table(ids)} values (new.id) on conflict do nothing;
    end`.execute(db);
  },
  changeReferences,
  dropReference: (db, table, column) => changeReferences(db, null, [{ table, column }]),
  rowKey: () => sql`rowid`,
  sessionOrder: () => sql<number>`rowid`,
  sortKeysInIndex,
  search: rankedSearch,
  // SQLite allows only one writer at a time.
  lockTable: () => Promise.resolve(),
  async maintainIndexes(db) {
    let hasMore = false;
    for (const table of await listFullTextTables(db)) {
      if (await mergeFullTextStep(db, table)) hasMore = true;
    }
    return hasMore;
  },
};

/**
 * Replaces a nullable JSON column by one whose check allows null. Before SQLite 3.45, `json_valid(null)` is 0 instead
 * of null. So the `sqlite3` program of Debian 12 (3.40) reports healthy rows and can't load its own dump. SQLite can't
 * change the check of a column. This rewrites the whole table: don't use it for large ones.
 */
async function allowNullInJson(db: QueryExecutorProvider, table: string, column: string): Promise<void> {
  const [of, from, to] = [sql.table(table), sql.ref(column), sql.ref(`${column}_checked`)];
  const steps = [
    sql`alter table ${of} add column ${to} text check (${to} is null or json_valid(${to}))`,
    sql`update ${of} set ${to} = ${from} where ${from} is not null`,
    sql`alter table ${of} drop column ${from}`,
    sql`alter table ${of} rename column ${to} to ${from}`,
  ];
  for (const step of steps) await step.execute(db);
}

/** Number of trigrams that leaves few candidates. Each further trigram costs time. */
const MAX_TRIGRAMS = 8;

/**
 * Returns sort keys from a trigram index. The texts contain all trigrams of the parts, though perhaps not in sequence.
 */
async function sortKeysInIndex(
  db: Db,
  index: TrigramIndex,
  parts: readonly string[],
  { before, count }: SortKeySlice,
): Promise<number[]> {
  // FTS5 ignores a bound that is not an integer, and JavaScript numbers are bound as reals.
  const { rows } = await sql<{ place: number }>`select rowid as place from ${sql.table(index)}
    where ${sql.table(index)} match ${parts.map(toMatch).join(" AND ")} and rowid < cast(${before} as integer)
    order by rowid desc limit ${count}`.execute(db);
  return rows.map(({ place }) => place);
}

/**
 * Returns an FTS5 query with a trigram at every other letter. Using all takes longer and leaves hardly fewer
 * candidates. Using only adjacent ones leaves up to seven times as many candidates.
 */
function toMatch(part: string): string {
  const chars = Array.from(part);
  const last = chars.length - TRIGRAM_LENGTH;
  const starts = chars.flatMap((_, start) => (start % 2 === 0 && start < last ? [start] : []));
  const trigrams = [...starts, last].map((start) => chars.slice(start, start + TRIGRAM_LENGTH).join(""));
  return [...new Set(trigrams)].slice(0, MAX_TRIGRAMS).map(quoteFullText).join(" AND ");
}

/** Name of the SQL function that all our connections define. */
export const LOWER_CASE = "lower_case";

/** True if a text contains a part, ignoring case. */
function contains(text: RawBuilder<string>, part: string): RawBuilder<boolean> {
  // SQLite's own function handles only ASCII. Ours handles other letters but is slower.
  if (/[^\p{ASCII}]/u.test(part)) {
    return sql<boolean>`instr(${sql.raw(LOWER_CASE)}(${text}), ${part.toLowerCase()}) > 0`;
  }
  // Escapes wildcards, so that they match literally.
  const pattern = `%${part.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  return sql<boolean>`${text} like ${pattern} escape '\\'`;
}

async function changeReferences(
  db: QueryExecutorProvider,
  parent: string | null,
  references: readonly { table: string; column: string }[],
): Promise<void> {
  const changed: { table: string; text: string }[] = [];
  for (const { table, column } of references)
    changed.push({ table, text: withReference(await definitionOf(db, table), column, parent) });
  await changeDefinitions(db, changed);
}

/**
 * Changes foreign keys and checks in the stored table definitions. SQLite has no statement for it, and copying a table
 * of a million rows takes minutes. This method is for changes that no stored row depends on
 * (https://www.sqlite.org/lang_altertable.html). The connection must allow it, as `migrateFile` does.
 */
async function changeDefinitions(
  db: QueryExecutorProvider,
  changed: readonly { table: string; text: string }[],
): Promise<void> {
  await sql`pragma writable_schema = on`.execute(db);
  for (const { table, text } of changed)
    await sql`update sqlite_schema set sql = ${text} where type = 'table' and name = ${table}`.execute(db);
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db);
  await sql`pragma schema_version = ${sql.lit((rows[0]?.schema_version ?? 0) + 1)}`.execute(db);
  await sql`pragma writable_schema = reset`.execute(db);
}

async function definitionOf(db: QueryExecutorProvider, table: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select sql as text from sqlite_schema where type = 'table' and name = ${table}`.execute(db);
  return rows[0]?.text ?? "";
}

/** Returns the definition of a table in which the column refers to this parent, or to nothing. */
function withReference(text: string, column: string, parent: string | null): string {
  const reference = new RegExp(
    `(\\s"?${column}"?\\s[^,]*?)\\s+references\\s+"?\\w+"?\\s*\\(\\s*"?id"?\\s*\\)(?:\\s+on\\s+delete\\s+cascade)?`,
    "iu",
  );
  if (!reference.test(text)) throw new Error(`${column} refers to nothing in: ${text}`);
  return text.replace(reference, parent === null ? "$1" : `$1 references ${parent} (id)`);
}
