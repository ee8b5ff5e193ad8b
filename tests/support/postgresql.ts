import { randomUUID } from "node:crypto";

import { Client, escapeIdentifier } from "pg";
import { inject, onTestFinished } from "vitest";

import { createDatabaseOn, dropDatabaseOn } from "./database-server.ts";
import { whenOver } from "./when-over.ts";

/** The PostgreSQL server on which tests make databases of their own; undefined where they run on SQLite alone. */
export const postgresqlUrl = (): string | undefined => inject("databaseServer")?.adminUrl;

/** Makes an empty PostgreSQL database, dropped when the test is over, and returns its address. */
export const createDatabase = (): Promise<string> => createFrom(undefined);

/** Makes a PostgreSQL database that has every table and nothing in them, dropped when the test is over. */
export const createMigratedDatabase = (): Promise<string> => createFrom(inject("databaseServer")?.template);

async function createFrom(template: string | undefined): Promise<string> {
  const server = inject("databaseServer");
  if (server === undefined) throw new Error("run this with --project server-postgresql");
  const name = `stackloop_test_${randomUUID().replaceAll("-", "")}`;
  whenOver(() => dropDatabaseOn(server, name));
  return createDatabaseOn(server, { name, ...(template !== undefined && { template }) });
}

/** Runs statements in a database as somebody who may do anything on the server. */
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
  /** What else `create role` is to say of it. */
  options?: string;
}

/** Makes a role that may connect to a database and owns nothing there, and returns the address for it. */
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
