import { randomUUID } from "node:crypto";

import { Client, escapeIdentifier } from "pg";
import { inject, onTestFinished } from "vitest";

import { cleanUpAfter } from "./cleanup.ts";
import { createDatabaseOn, dropDatabaseOn } from "./database-server.ts";

/** The PostgreSQL server for tests' own databases; undefined if they run only on SQLite. */
export const postgresqlUrl = (): string | undefined => inject("databaseServer")?.adminUrl;

/** Creates an empty PostgreSQL database, dropped after the test. Returns its address. */
export const createDatabase = (): Promise<string> => createFrom(undefined);

/** Creates an empty PostgreSQL database with every table, dropped after the test. */
export const createMigratedDatabase = (): Promise<string> => createFrom(inject("databaseServer")?.template);

async function createFrom(template: string | undefined): Promise<string> {
  const server = inject("databaseServer");
  if (server === undefined) throw new Error("run this with --project server-postgresql");
  const name = `stackloop_test_${randomUUID().replaceAll("-", "")}`;
  cleanUpAfter(() => dropDatabaseOn(server, name));
  return createDatabaseOn(server, { name, ...(template !== undefined && { template }) });
}

/** Runs statements in a database with all rights on the server. */
export async function asAdmin(database: string, ...statements: string[]): Promise<void> {
  const url = new URL(postgresqlUrl() ?? "");
  url.pathname = new URL(database).pathname;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

interface NewRole {
  name?: string;
  /** Further options of `create role`. */
  options?: string;
}

/** Creates a role that can connect to a database and owns nothing there. Returns its address. */
export async function createRole(
  database: string,
  { name = `stackloop_test_${randomUUID().replaceAll("-", "")}`, options = "" }: NewRole = {},
): Promise<string> {
  const role = escapeIdentifier(name);
  const url = new URL(database);
  url.username = name;
  url.password = randomUUID();
  await asAdmin(database, `create role ${role} login password '${url.password}' ${options}`);
  onTestFinished(() => asAdmin(database, `drop owned by ${role}`, `drop role ${role}`));
  return url.href;
}
