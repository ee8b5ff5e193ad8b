import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

import type { Engine } from "../engine.ts";
import { changeReferences } from "./change-references.ts";
import { contains, LOWER_CASE } from "./contains.ts";
import { rankedSearch } from "./full-text-search.ts";
import { listFullTextTables, mergeFullTextStep } from "./full-text.ts";
import { sortKeysInIndex } from "./trigrams.ts";

/** SQLite engine. */
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
  jsonItems: (column) => sql`json_each(${sql.ref(column)})`,
  now: () => sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`,
  bigInteger: () => sql`integer`,
  text: () => sql`text`,
  tableOptions: () => sql`strict`,
  // SQLite reports changes to a file without triggers.
  noteChanges: () => Promise.resolve(),
  allowNullInJson,
  // SQLite has its tokenizer.
  createSearchConfiguration: () => Promise.resolve(),
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
  async storeIdsIn(db, ids, table) {
    await sql`create trigger ${sql.ref(`${table}_id`)} before insert on ${sql.table(table)} begin
      insert into ${sql.table(ids)} values (new.id) on conflict do nothing;
    end`.execute(db);
  },
  changeReferences,
  rowKey: () => sql`rowid`,
  sessionOrder: () => sql<number>`rowid`,
  sortKeysInIndex,
  search: rankedSearch,
  // SQLite allows only one writer at a time.
  lockTable: () => Promise.resolve(),
  async tidyIndexes(db) {
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
