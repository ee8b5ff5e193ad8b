import { type RawBuilder, sql } from "kysely";

import type { Engine, ValueType } from "../engine.ts";
import { caseInsensitive } from "./contains.ts";
import { addChangeNotifications } from "./migrations/notices.ts";
import {
  createSearchConfiguration,
  qualifyRemovalFromSearch,
  queueCommentsForSearch,
  queueToolsForSearch,
  searchItems,
} from "./migrations/search.ts";
import { TEXT } from "./migrations/text.ts";
import { rankedSearch } from "./search/full-text-search.ts";
import type { ServerFeatures } from "./search/prepare-indexes.ts";
import { sortKeysOfTexts } from "./search/sort-keys-of-texts.ts";

/** Creates the PostgreSQL engine for a server's features. */
export function createPostgresqlEngine(features: ServerFeatures): Engine {
  const comparison = caseInsensitive(features);
  return {
    contains: comparison.contains,
    lowerCase: comparison.lowerCase,
    positionOf: (text, part) => sql<number>`strpos(${text}, ${part})`,
    valuesOf,
    rowsOf,
    jsonText: (column, name) => sql<string>`((${sql.ref(column)}::json ->> ${sql.lit(name)}) collate "C")`,
    jsonInteger: (column, name) => sql<number>`(${sql.ref(column)}::json ->> ${sql.lit(name)})::bigint`,
    jsonItems: (list) => sql`json_array_elements_text(${list}::json)`,
    now: () => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    bigInteger: () => sql`bigint`,
    text: () => TEXT,
    tableOptions: () => sql``,
    addChangeNotifications,
    // A check that evaluates to null passes in every version.
    allowNullInJson: () => Promise.resolve(),
    queueToolsForSearch,
    searchItems,
    async dropKindChecks(db) {
      await sql`do $$ declare found record; begin
        for found in select conrelid::regclass as owner, conname from pg_constraint
          where contype = 'c' and connamespace = quote_ident(current_schema())::regnamespace
            and pg_get_constraintdef(oid) like '%ARRAY[''tool''::text, %'
        loop execute format('alter table %s drop constraint %I', found.owner, found.conname); end loop;
      end $$`.execute(db);
    },
    queueCommentsForSearch,
    createSearchConfiguration,
    qualifyRemovalFromSearch,
    async addIdTrigger(db, ids, table) {
      const name = sql.ref(`${table}_id`);
      await sql`create function ${name}() returns trigger language plpgsql as $$
        begin
          insert into ${sql.table(ids)} values (new.id) on conflict do nothing;
          return new;
        end $$`.execute(db);
      await sql`create trigger ${name} before insert on ${sql.table(table)}
        for each row execute function ${name}()`.execute(db);
    },
    async changeReferences(db, parent, references) {
      for (const { table, column } of references) {
        const name = sql.ref(`${table}_${column}_fkey`);
        await sql`alter table ${sql.table(table)} drop constraint ${name},
          add constraint ${name} foreign key (${sql.ref(column)}) references ${sql.table(parent)} (id)`.execute(
          db,
        );
      }
    },
    async dropReference(db, table, column) {
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_${column}_fkey`)}`.execute(
        db,
      );
    },
    rowKey: () => sql`ctid`,
    sessionOrder: () => sql<number>`"arrival"`,
    sortKeysInIndex: sortKeysOfTexts(comparison, features),
    search: rankedSearch,
    async lockTable(db, table) {
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db);
    },
    maintainIndexes: () => Promise.resolve(false),
  };
}

const TYPES: Readonly<Record<ValueType, string>> = { text: "text", integer: "bigint" };

/** Any number of values, bound as one array, for use after `in`. */
function valuesOf<Value extends string | number>(values: readonly Value[]): RawBuilder<Value> {
  // An array needs a type, and an empty one has none.
  if (values.length === 0) return sql`(null)`;
  const items = arrayOf(values, typeof values[0] === "number" ? "integer" : "text");
  return sql`(select value from unnest(${items}) as bound (value))`;
}

/** Any number of rows, bound as one array per column, as a table to select from or to join. */
function rowsOf<Row extends object>(
  rows: readonly Row[],
  columns: Readonly<Record<keyof Row & string, ValueType>>,
): RawBuilder<Row> {
  const byName = rows.map((row) => new Map<string, unknown>(Object.entries(row)));
  const types = Object.entries<ValueType>(columns);
  const arrays = types.map(([name, type]) =>
    arrayOf(
      byName.map((row) => row.get(name) ?? null),
      type,
    ),
  );
  const names = types.map(([name]) => sql.ref(name));
  return sql`(select * from unnest(${sql.join(arrays)}) as bound (${sql.join(names)}))`;
}

function arrayOf(values: readonly unknown[], type: ValueType): RawBuilder<unknown> {
  const array = sql`${values}::${sql.raw(TYPES[type])}[]`;
  return type === "text" ? sql`(${array} collate "C")` : array;
}
