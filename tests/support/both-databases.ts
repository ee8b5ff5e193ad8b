import { join } from "node:path";

import { Kysely, PostgresDialect } from "kysely";
import { Pool, TypeOverrides, types } from "pg";
import { onTestFinished } from "vitest";

import type { Db } from "#db/database.ts";
import { FIRST_SHARED_VERSION } from "#db/migrations/index.ts";
import { baseline } from "#db/postgresql/migrations/baseline.ts";
import type { Schema } from "#db/schema.ts";
import { migrateFile } from "#db/sqlite/migrate-file.ts";
import { migrations } from "#db/sqlite/migrations/index.ts";
import { openFile } from "#db/sqlite/open-file.ts";

import { createDatabase } from "./postgresql.ts";
import { temporaryFolder } from "./test-app.ts";

/** Two empty databases, with tables from the first migration that both kinds share. */
export async function openBoth(): Promise<{ sqlite: Db; postgresql: Db }> {
  return { sqlite: await openSqlite(), postgresql: await openPostgresql(await createDatabase()) };
}

async function openSqlite(): Promise<Db> {
  const file = openFile(join(temporaryFolder(), "stackloop.db"));
  onTestFinished(() => file.close());
  await migrateFile(file, "test", { steps: migrations.slice(0, FIRST_SHARED_VERSION) });
  return file.db;
}

/** Creates the tables in an empty PostgreSQL database. */
export async function openPostgresql(url: string): Promise<Db> {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({ connectionString: url, types: overrides });
  // Connections may still be closing when their database is dropped.
  pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(() => db.destroy());
  await db.transaction().execute(baseline);
  return db;
}
