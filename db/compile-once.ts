import type { CompiledQuery } from "kysely";

import type { Db } from "./database.ts";
import { type Engine, engineOf } from "./engine.ts";

/** Stands for a value while a query is compiled. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Returns a function that runs a query, whose SQL is compiled once for each engine: compiling takes longer than a query
 * of few rows. `build` must return the same SQL for all values, and only pass the values on.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Db, values: Values) => CompiledQuery<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<Engine, CompiledQuery<Row>>();
  return async (db, values) => {
    const engine = engineOf(db);
    let query = compiled.get(engine);
    if (!query) {
      query = build(db, new Proxy(values, { get: (_, name) => new Placeholder(String(name)) }));
      compiled.set(engine, query);
    }
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? given.get(value.name) : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
