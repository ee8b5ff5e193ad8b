import { join } from "node:path";

import { sql } from "kysely";
import { inject } from "vitest";

import { databaseFileOf, isFileUrl, urlOfFile } from "#db/database-url.ts";
import type { Db, OpenDatabase } from "#db/database.ts";
import { checkServer } from "#db/postgresql/connect.ts";
import { LIMITS } from "#db/postgresql/connections.ts";
import { openServer } from "#db/postgresql/open.ts";
import type { ServerFeatures } from "#db/postgresql/search/prepare-indexes.ts";
import type { Schema } from "#db/schema.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import type { App } from "#server/app.ts";

import { cleanUpAfter } from "./cleanup.ts";
import { releaseDatabase, acquireDatabase } from "./emptied-databases.ts";
import { writeEmptyDatabase } from "./empty-database.ts";

/** True if this run's databases are on a PostgreSQL server instead of in files. */
export const isOnServer = (): boolean => inject("databaseServer") !== undefined;

/** Creates an empty database with every table in a folder, or takes one on this run's server. */
export async function createTestDatabase(folder: string): Promise<string> {
  const server = inject("databaseServer");
  if (server) {
    const database = await acquireDatabase(server);
    cleanUpAfter(() => releaseDatabase(server, database));
    return database.url;
  }
  const file = join(folder, "stackloop.db");
  await writeEmptyDatabase(file);
  return urlOfFile(file);
}

/** Each connection costs as much as many statements, and a small test needs few. */
const FEW_CONNECTIONS: typeof LIMITS = { ...LIMITS, normalConnections: 3, longConnections: 1 };

let features: Promise<ServerFeatures> | undefined;

/**
 * Opens a database whose tables are up to date, as one of several processes. `isNew` skips the check of a file that the
 * test has just created. All databases of a server have the features of the first one, because checking each would take
 * most of the time of a small test.
 */
export async function openTestDatabase(url: string, { isNew = false } = {}): Promise<OpenDatabase> {
  if (isFileUrl(url)) return openFile(databaseFileOf(url), undefined, { isChecked: isNew });
  features ??= checkServer(url);
  return openServer(url, await features, { limits: FEW_CONNECTIONS });
}

/** The column names of a table, in order. */
export async function columnsOf(db: Db, table: string): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
}

/** The foreign keys of all tables. */
export async function foreignKeysOf({
  db,
  database,
}: App): Promise<{ child: keyof Schema; parent: string }[]> {
  const { rows } = await (
    isFileUrl(database.url)
      ? sql<{ child: keyof Schema; parent: string }>`
        select child.name as child, key."table" as parent
        from sqlite_schema as child, pragma_foreign_key_list(child.name) as key
        where child.type = 'table'`
      : sql<{ child: keyof Schema; parent: string }>`
        select conrelid::regclass::text as child, confrelid::regclass::text as parent
        from pg_constraint where contype = 'f'`
  ).execute(db);
  return rows;
}

/** Defines tests that apply only to SQLite; `_because` is the reason. */
export function onSqliteAlone(_because: string, define: () => void): void {
  if (!isOnServer()) define();
}

/** Makes a database refuse every write. */
export async function refuseWrites({ db, database }: App): Promise<void> {
  await (
    isFileUrl(database.url)
      ? sql`pragma query_only = on`
      : sql`revoke insert, update, delete on all tables in schema public from current_user`
  ).execute(db);
}

/** Allows writes again. */
export async function allowWrites({ db, database }: App): Promise<void> {
  await (
    isFileUrl(database.url)
      ? sql`pragma query_only = off`
      : sql`grant insert, update, delete on all tables in schema public to current_user`
  ).execute(db);
}

/** Ends the leases of all runs, for which a server waits half a minute after their process ends. */
export async function endLeases(url: string): Promise<void> {
  const { db, close } = await openTestDatabase(url);
  await db.updateTable("job_runs").set({ leaseUntil: 1 }).where("state", "=", "running").execute();
  await close();
}
