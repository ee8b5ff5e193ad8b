import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";

import Database from "better-sqlite3";

import { DamagedDatabaseError, DatabaseError } from "./errors.ts";
import { migrations } from "./migrations/index.ts";

/** "SLop" in ASCII: marks a file as StackLoop's, so that a foreign database is never migrated. */
export const APPLICATION_ID = 0x534c6f70;
/** The version of the tables that this program knows: the number of its migrations. */
export const SCHEMA_VERSION = migrations.length;

/** The path of a `file:` address. */
export function databaseFileOf(url: string): string {
  if (!url.startsWith("file:")) {
    throw new DatabaseError(
      `DATABASE_URL must start with "file:" (SQLite), for example file:./data/stackloop.db`,
    );
  }
  return url.slice("file:".length);
}

/**
 * Reads a file through without changing it, and refuses one that SQLite would open without a word although it is
 * empty, damaged, foreign or newer than this program.
 */
export function checkDatabase(file: string, depth: "quick" | "thorough"): void {
  checkHeader(file);
  const sqlite = new Database(file, { readonly: true, timeout: 5000 });
  try {
    sqlite.pragma("trusted_schema = OFF");
    checkIdentity(sqlite, file);
    checkContent(sqlite, file, depth);
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    throw new DamagedDatabaseError(`${file} is damaged (${error.message})`);
  } finally {
    sqlite.close();
  }
}

function checkHeader(file: string): void {
  if (!existsSync(file)) throw new DatabaseError(`there is no file ${file}`);
  if (statSync(file).size === 0)
    throw new DamagedDatabaseError(`${file} is empty (0 bytes), so its data is gone`);
  const header = Buffer.alloc(16);
  const descriptor = openSync(file, "r");
  readSync(descriptor, header, 0, 16, 0);
  closeSync(descriptor);
  if (header.toString("latin1") !== "SQLite format 3\0") {
    throw new DamagedDatabaseError(`${file} is not a database or is damaged`);
  }
}

function checkIdentity(sqlite: Database.Database, file: string): void {
  const isForeign = sqlite.pragma("application_id", { simple: true }) !== APPLICATION_ID;
  // Without tables it is ours all the same: the process ended between making the file and its first migration.
  const hasTables = sqlite.prepare("select 1 from sqlite_schema").get() !== undefined;
  if (isForeign && hasTables) {
    throw new DatabaseError(`${file} belongs to another program, not to StackLoop; choose another file`);
  }
  const version = Number(sqlite.pragma("user_version", { simple: true }));
  if (version > SCHEMA_VERSION) {
    throw new DatabaseError(
      `${file}: database version ${version} is newer than this app (${SCHEMA_VERSION}); install the newer StackLoop again`,
    );
  }
}

function checkContent(sqlite: Database.Database, file: string, depth: "quick" | "thorough"): void {
  const check = depth === "quick" ? "quick_check(1)" : "integrity_check(1)";
  if (sqlite.pragma(check, { simple: true }) !== "ok") throw new DamagedDatabaseError(`${file} is damaged`);
  if (depth === "quick") return;
  const broken = sqlite.prepare("pragma foreign_key_check").all();
  if (broken.length > 0)
    throw new DamagedDatabaseError(`${file} is damaged (${broken.length} rows have broken references)`);
}
