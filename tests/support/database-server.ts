import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { Client, escapeIdentifier, escapeLiteral } from "pg";

import { migrateDatabase } from "#db/open.ts";

const PROGRAM = join(import.meta.dirname, "postgresql-server.mjs");

/** A PostgreSQL server with everything for the tests of one run. */
export interface DatabaseServer {
  /** The address for a role that can create databases and roles. */
  adminUrl: string;
  /** Owns the databases, like the product's role, without other rights. */
  role: string;
  password: string;
  /** An empty database with every table. */
  template: string;
}

/** A started or created resource, and the function that removes it. */
interface Brought<Item> {
  item: Item;
  stop(): Promise<void>;
}

/**
 * The server named by TEST_DATABASE_URL, or else a new one, with a role and a migrated database for the tests.
 */
export async function provideDatabaseServer(): Promise<Brought<DatabaseServer>> {
  const named = process.env["TEST_DATABASE_URL"] ?? "";
  const { item: adminUrl, stop } = named === "" ? await startServer() : { item: named, stop: async () => {} };
  const name = `stackloop_${randomUUID().replaceAll("-", "")}`;
  const server = { adminUrl, role: name, password: randomUUID(), template: name };
  const admin = connectAdmin(adminUrl);
  const role = escapeIdentifier(name);
  await admin.run(`create role ${role} login password ${escapeLiteral(server.password)}`);
  await admin.run(`grant ${role} to current_user`);
  await createDatabaseOn(server, { name });
  await migrateDatabase(urlOf(server, name), { backupFolder: "" });
  return {
    item: server,
    async stop() {
      for (const database of await admin.list(
        `select datname as name from pg_database where datdba = '${name}'::regrole`,
      ))
        await admin.run(`drop database ${escapeIdentifier(database)} with (force)`);
      await admin.run(`drop role ${role}`);
      await admin.end();
      await stop();
    },
  };
}

/** Starts a server that ends with this process at the latest. */
async function startServer(): Promise<Brought<string>> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [url = ""] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line").then(([line]) => [String(line)]),
    ended.then(() => []),
  ]);
  if (url === "") throw new Error("the PostgreSQL server of the tests did not start; see above");
  return {
    item: url,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

interface NewDatabase {
  name: string;
  template?: string;
}

/** Creates a database owned by the product's role. Returns its address. */
export async function createDatabaseOn(
  server: DatabaseServer,
  { name, template }: NewDatabase,
): Promise<string> {
  const from =
    template === undefined
      ? "template template0 encoding 'UTF8'"
      : // Twice as fast as copying through the write-ahead log, for small databases.
        `template ${escapeIdentifier(template)} strategy file_copy`;
  const database = escapeIdentifier(name);
  await connectAdmin(server.adminUrl).run(
    `create database ${database} owner ${escapeIdentifier(server.role)} ${from}`,
  );
  return urlOf(server, name);
}

export async function dropDatabaseOn(server: DatabaseServer, name: string): Promise<void> {
  await connectAdmin(server.adminUrl).run(`drop database ${escapeIdentifier(name)} with (force)`);
}

function urlOf({ adminUrl, role, password }: DatabaseServer, database: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}

interface Admin {
  run(statement: string): Promise<void>;
  /** The column `name` of all rows. */
  list(query: string): Promise<string[]>;
  end(): Promise<void>;
}

const admins = new Map<string, Admin>();

/** One connection for each process, since a connection costs as much as a statement. */
function connectAdmin(url: string): Admin {
  const known = admins.get(url);
  if (known) return known;
  const client = new Client({ connectionString: url });
  const connected = client.connect();
  const admin = {
    async run(statement: string) {
      await connected;
      await client.query(statement);
    },
    async list(query: string) {
      await connected;
      const { rows } = await client.query<{ name: string }>(query);
      return rows.map((row) => row.name);
    },
    async end() {
      admins.delete(url);
      await client.end();
    },
  };
  admins.set(url, admin);
  return admin;
}
