import { randomUUID } from "node:crypto";

import { Client, escapeIdentifier } from "pg";
import { onTestFinished } from "vitest";

/** The PostgreSQL server on which tests make databases of their own; undefined where there is none. */
export const postgresqlUrl = (): string | undefined => process.env["TEST_DATABASE_URL"] || undefined;

/** Makes an empty PostgreSQL database, dropped when the test is over, and returns its address. */
export async function createDatabase(): Promise<string> {
  const server = postgresqlUrl();
  if (server === undefined) throw new Error("TEST_DATABASE_URL names no PostgreSQL server");
  const name = `stackloop_test_${randomUUID().replaceAll("-", "")}`;
  const quoted = escapeIdentifier(name);
  await runOnServer(server, `create database ${quoted} template template0 encoding 'UTF8'`);
  onTestFinished(() => runOnServer(server, `drop database ${quoted} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
