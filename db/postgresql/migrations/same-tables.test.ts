import { type RawBuilder, sql } from "kysely";
import { describe, expect, test } from "vitest";

import { openBoth } from "#tests/support/both-databases.ts";

import type { Db } from "../../database.ts";

/** Returns the tables of a SQLite file, without the full-text indexes. */
const FILE_TABLES = sql`(
  select name, sql from sqlite_schema
  where type = 'table' and name not like 'sqlite!_%' escape '!' and name not like '%!_trigrams%' escape '!'
    and name not like 'search!_words%' escape '!')`;

/** Returns the tables of a server, except those that only a server has. */
const SERVER_TABLES = sql`(
  select oid, relname as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not in ('search_words', 'rate_limits'))`;

/** Returns the result of a query as sorted lines. */
async function lines(db: Db, query: RawBuilder<{ line: string }>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ line }) => line).toSorted();
}

const columnsOfFile = sql<{ line: string }>`
  select concat_ws(' ', tables.name, columns.name,
    case type when 'INTEGER' then 'bigint' when 'BLOB' then 'bytea' else 'text C' end,
    iif("notnull" or pk > 0, 'not null', 'null'), 'default ' || dflt_value, iif(hidden, 'generated', null)) as line
  from ${FILE_TABLES} as tables, pragma_table_xinfo(tables.name) as columns`;

const columnsOfServer = sql<{ line: string }>`
  select concat_ws(' ', tables.name, column_name, data_type, collation_name,
    case is_nullable when 'NO' then 'not null' else 'null' end, 'default ' || split_part(column_default, '::', 1),
    case is_generated when 'ALWAYS' then 'generated' end) as line
  from ${SERVER_TABLES} as tables join information_schema.columns
    on table_schema = current_schema() and table_name = tables.name`;

const referencesOfFile = sql<{ line: string }>`
  select concat_ws(' ', tables.name, reference."from", reference."table", reference."to", on_update, on_delete) as line
  from ${FILE_TABLES} as tables, pragma_foreign_key_list(tables.name) as reference`;

const ACTIONS = sql`(values ('a', 'NO ACTION'), ('c', 'CASCADE'), ('n', 'SET NULL')) as`;

const referencesOfServer = sql<{ line: string }>`
  select concat_ws(' ', tables.name, own.attname, confrelid::regclass, far.attname, updated.name, deleted.name) as line
  from ${SERVER_TABLES} as tables
    join pg_constraint on conrelid = tables.oid and contype = 'f' and cardinality(conkey) = 1
    join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
    join pg_attribute as far on far.attrelid = confrelid and far.attnum = confkey[1]
    join ${ACTIONS} updated (letter, name) on updated.letter = confupdtype::text
    join ${ACTIONS} deleted (letter, name) on deleted.letter = confdeltype::text`;

const keysOfFile = sql<{ line: string }>`
  select concat_ws(' ', tables.name, group_concat(columns.name order by columns.seqno), keys.partial) as line
  from ${FILE_TABLES} as tables, pragma_index_list(tables.name) as keys, pragma_index_info(keys.name) as columns
  where keys."unique" group by keys.name
  union all
  select concat_ws(' ', tables.name, group_concat(columns.name), 0)
  from ${FILE_TABLES} as tables, pragma_table_info(tables.name) as columns
  where columns.pk and not exists (select 1 from pragma_index_list(tables.name) where origin = 'pk')
  group by tables.name`;

const keysOfServer = sql<{ line: string }>`
  select concat_ws(' ', tables.name, string_agg(attname, ',' order by place), (indpred is not null)::int) as line
  from ${SERVER_TABLES} as tables join pg_index on indrelid = tables.oid and indisunique
    cross join unnest(indkey) with ordinality as columns (number, place)
    join pg_attribute on attrelid = indrelid and attnum = columns.number
  group by tables.name, indexrelid, indpred`;

const indexesOfFile = sql<{ line: string }>`
  select concat_ws(' ', tbl_name, name, sql like '% where %') as line
  from sqlite_schema where type = 'index' and sql is not null`;

const indexesOfServer = sql<{ line: string }>`
  select concat_ws(' ', tables.name, relname, (indpred is not null)::int) as line
  from ${SERVER_TABLES} as tables join pg_index on indrelid = tables.oid join pg_class on pg_class.oid = indexrelid
  where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`;

describe("PostgreSQL and SQLite", () => {
  test("have the same tables and columns", async () => {
    const { sqlite, postgresql } = await openBoth();
    const columns = await lines(sqlite, columnsOfFile);
    expect(columns.length).toBeGreaterThan(200);
    const arrival = "session arrival bigint not null";
    expect(await lines(postgresql, columnsOfServer)).toEqual([...columns, arrival].toSorted());
  });

  test("have the same foreign keys", async () => {
    const { sqlite, postgresql } = await openBoth();
    const references = await lines(sqlite, referencesOfFile);
    expect(references.length).toBeGreaterThan(25);
    expect(await lines(postgresql, referencesOfServer)).toEqual(references);
  });

  test("have the same unique keys and indexes", async () => {
    const { sqlite, postgresql } = await openBoth();
    const keys = await lines(sqlite, keysOfFile);
    expect(keys.length).toBeGreaterThan(40);
    expect(await lines(postgresql, keysOfServer)).toEqual(keys);
    expect(await lines(postgresql, indexesOfServer)).toEqual(await lines(sqlite, indexesOfFile));
  });

  test("check that the same columns hold JSON", async () => {
    const { sqlite, postgresql } = await openBoth();
    const { rows: tables } = await sql<{ name: string; sql: string }>`select * from ${FILE_TABLES}`.execute(
      sqlite,
    );
    const { rows: checks } = await sql<{ name: string; rule: string }>`
      select tables.name, pg_get_constraintdef(pg_constraint.oid) as rule
      from ${SERVER_TABLES} as tables join pg_constraint on conrelid = tables.oid`.execute(postgresql);
    const ofFile = tables.flatMap(({ name, sql: text }) => namesIn(name, text, /json_valid\((\w+)\)/gu));
    const ofServer = checks.flatMap(({ name, rule }) => namesIn(name, rule, /is_json\("?(\w+)"?\)/gu));
    expect(ofFile.length).toBeGreaterThan(10);
    expect(ofServer.toSorted()).toEqual(ofFile.toSorted());
  });
});

const namesIn = (table: string, text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, column]) => `${table} ${column}`);
