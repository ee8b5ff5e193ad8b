import { type RawBuilder, sql } from "kysely";

import type { ValueType } from "../engine.ts";

const TYPES: Readonly<Record<ValueType, string>> = { text: "text", integer: "bigint" };

/** Any number of values, bound as one array, for use after `in`. */
export function valuesOf<Value extends string | number>(values: readonly Value[]): RawBuilder<Value> {
  // An array needs a type, and an empty one has none.
  if (values.length === 0) return sql`(null)`;
  const items = arrayOf(values, typeof values[0] === "number" ? "integer" : "text");
  return sql`(select value from unnest(${items}) as bound (value))`;
}

/** Any number of rows, bound as one array per column, as a table to select from or to join. */
export function rowsOf<Row extends object>(
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
