import { Kysely, PostgresAdapter, PostgresDialect } from "kysely";
import { Pool, types } from "pg";
import { onTestFinished } from "vitest";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { createPostgresqlEngine } from "#db/postgresql/engine.ts";
import { baseline } from "#db/postgresql/migrations/baseline.ts";
import { readFeatures, type ServerFeatures } from "#db/postgresql/search/prepare-indexes.ts";
import { createDatabase } from "#tests/support/postgresql.ts";

/** A new database with all tables. */
export async function databaseWithTables(): Promise<Db> {
  const db = await databaseWithoutTables();
  await baseline(db);
  await engineOf(db).createSearchConfiguration(db);
  return db;
}

/** A new database without tables, with the engine for its server. */
export async function databaseWithoutTables(without: Partial<ServerFeatures> = {}): Promise<Db> {
  const url = await createDatabase();
  const pool = new Pool({
    connectionString: url,
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
    },
  });
  // Closing connections end with their database.
  pool.on("error", () => {});
  const plain: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const engine = createPostgresqlEngine({ ...(await readFeatures(plain)), ...without });
  const db: Db = new Kysely({
    dialect: new (class extends PostgresDialect {
      override createAdapter() {
        return Object.assign(new PostgresAdapter(), { engine });
      }
    })({ pool }),
  });
  onTestFinished(() => db.destroy());
  return db;
}
