import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import Database from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";

import { DatabaseFault } from "./faults.ts";
import { migrations } from "./migrations/index.ts";
import type { Schema } from "./schema.ts";

export type Db = Kysely<Schema>;

/** "SLop" in ASCII: marks a file as StackLoop's, so that a foreign database is never migrated. */
export const APPLICATION_ID = 0x534c6f70;
/** The version of the tables that this program knows: the number of its migrations. */
export const SCHEMA_VERSION = migrations.length;
// Before it, two connections could corrupt a WAL database (https://www.sqlite.org/wal.html#walresetbug).
const OLDEST_SAFE_SQLITE = "3.51.3";

export interface OpenDatabase {
  db: Db;
  file: string;
  /** Differs after every commit, by this process or another: what is derived from the data may be kept until then. */
  changeMark(): string;
  close(): Promise<void>;
}

/** The path of a `file:` address. */
export function databaseFileOf(url: string): string {
  if (!url.startsWith("file:")) {
    throw new DatabaseFault(
      `DATABASE_URL must start with "file:" (SQLite), for example file:./data/stackloop.db`,
    );
  }
  return url.slice("file:".length);
}

/** Refuses a file that SQLite would open without a word although it is empty, foreign or damaged. */
export function checkDatabaseFile(file: string): void {
  if (!existsSync(file)) return;
  const hint = newestBackupHint(file);
  if (statSync(file).size === 0) {
    throw new DatabaseFault(
      `${file} is empty (0 bytes), so its data is gone; ${hint}, or delete it to start anew`,
    );
  }
  const header = Buffer.alloc(16);
  const descriptor = openSync(file, "r");
  readSync(descriptor, header, 0, 16, 0);
  closeSync(descriptor);
  if (header.toString("latin1") !== "SQLite format 3\0") {
    throw new DatabaseFault(`${file} is not a database or is damaged; ${hint}`);
  }
}

function newestBackupHint(file: string): string {
  const folder = join(dirname(file), "backups");
  const newest = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".db"))
        .toSorted()
        .at(-1)
    : undefined;
  return `restore a backup with: stackloop restore ${newest ? join(folder, newest) : "FILE"}`;
}

/** Opens a database file for reading and writing and checks that it is whole and of a version this program knows. */
export function openDatabase(file: string): OpenDatabase {
  checkDatabaseFile(file);
  mkdirSync(dirname(file), { recursive: true });
  const sqlite = new Database(file, { timeout: 5000 });
  try {
    prepare(sqlite, file);
  } catch (error) {
    sqlite.close();
    if (error instanceof Database.SqliteError) {
      throw new DatabaseFault(`${file} cannot be used (${error.message}); ${newestBackupHint(file)}`);
    }
    throw error;
  }
  const ownChanges = sqlite.prepare<[], number>("select total_changes()").pluck();
  const othersChanges = sqlite.prepare<[], number>("pragma data_version").pluck();
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
  return {
    db,
    file,
    changeMark: () => `${ownChanges.get()}-${othersChanges.get()}`,
    async close() {
      sqlite.pragma("wal_checkpoint(TRUNCATE)");
      await db.destroy();
    },
  };
}

function prepare(sqlite: Database.Database, file: string): void {
  const { version } = sqlite.prepare<[], { version: string }>("select sqlite_version() as version").get() ?? {
    version: "0",
  };
  if (version.localeCompare(OLDEST_SAFE_SQLITE, "en", { numeric: true }) < 0) {
    throw new DatabaseFault(
      `SQLite ${version} is older than ${OLDEST_SAFE_SQLITE}; install StackLoop's dependencies anew`,
    );
  }
  const found = Number(sqlite.pragma("user_version", { simple: true }));
  const applicationId = Number(sqlite.pragma("application_id", { simple: true }));
  const isNew = Number(sqlite.prepare("select count(*) from sqlite_schema").pluck().get()) === 0;
  if (!isNew && applicationId !== APPLICATION_ID) {
    throw new DatabaseFault(`${file} is not a StackLoop database; set DATABASE_URL to another file`);
  }
  if (found > SCHEMA_VERSION) {
    throw new DatabaseFault(
      `${file}: database version ${found} is newer than this app (${SCHEMA_VERSION}); install the newer StackLoop again`,
    );
  }
  sqlite.pragma("busy_timeout = 5000");
  if (sqlite.pragma("journal_mode = WAL", { simple: true }) !== "wal") {
    throw new DatabaseFault(`${file} is on a file system without shared memory; move it to a local disk`);
  }
  // FULL, since the driver's default may lose the last commits on power loss, and "saved" would be untrue.
  for (const setting of [
    "synchronous = FULL",
    "foreign_keys = ON",
    "journal_size_limit = 67108864",
    "cache_size = -32000",
    "mmap_size = 0",
    "temp_store = MEMORY",
    "trusted_schema = OFF",
    "secure_delete = FAST",
  ]) {
    sqlite.pragma(setting);
  }
  if (sqlite.pragma("quick_check", { simple: true }) !== "ok") {
    throw new DatabaseFault(`${file} is damaged; ${newestBackupHint(file)}`);
  }
}
