import { randomUUID } from "node:crypto";

import { inject } from "vitest";

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
