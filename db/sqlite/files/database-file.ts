import { existsSync, statSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";

import { DamagedDatabaseError, DatabaseError } from "../../errors.ts";
import { SCHEMA_VERSION } from "../../migrations/index.ts";
import { filesIn } from "./private-files.ts";

/** "SLop" in ASCII. Identifies a file as StackLoop's, so that a foreign database is never migrated. */
export const APPLICATION_ID = 0x534c6f70;

/**
 * Throws for a file that SQLite would open without an error although it is empty, damaged, foreign or too new. Changes
 * nothing. `glance` checks the header, the schema and both ends of every table in milliseconds, whatever the size.
 * `thorough` reads the whole file, about a minute per gigabyte.
 */
export function checkDatabase(file: string, depth: "glance" | "thorough"): void {
  refuseMissing(file);
  const sqlite = new Database(file, { readonly: true, timeout: 5000 });
  try {
    sqlite.pragma("trusted_schema = OFF");
    checkIdentity(sqlite, file);
    if (depth === "glance") checkTableEnds(sqlite);
    else checkWholeFile(sqlite, file);
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    throw new DamagedDatabaseError(
      error.code === "SQLITE_NOTADB"
        ? `${file} is not a database or is damaged`
        : `${file} is damaged (${error.message})`,
    );
  } finally {
    sqlite.close();
  }
}

/** Doesn't open the file. The server checks it itself, and closing the file would drop SQLite's locks. */
function refuseMissing(file: string): void {
  if (!existsSync(file)) throw new DatabaseError(`there is no file ${file}`);
  const stats = statSync(file);
  if (stats.isDirectory()) throw new DatabaseError(`${file} is a folder; choose a file`);
  if (stats.size === 0) throw new DamagedDatabaseError(`${file} is empty (0 bytes), so its data is lost`);
}

function checkIdentity(sqlite: Database.Database, file: string): void {
  const isForeign = sqlite.pragma("application_id", { simple: true }) !== APPLICATION_ID;
  // A file without tables is ours too: the process ended before the first migration.
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

/** Reads the first and last row of every table, and the root page of every index. Throws if they are corrupt. */
function checkTableEnds(sqlite: Database.Database): void {
  const trees = sqlite
    .prepare<[], { name: string; type: string }>("select name, type from sqlite_schema where rootpage > 0")
    .all();
  const rootPage = sqlite
    .prepare<[string], string>("select pagetype from dbstat where name = ? limit 1")
    .pluck();
  const keys = sqlite.prepare<[], { table: string; column: string }>(KEYS_WITHOUT_ROWID).all();
  for (const { name, type } of trees) {
    if (type === "table") {
      const key = keys.filter(({ table }) => table === name).map(({ column }) => quoteName(column));
      readBothEnds(sqlite, name, key.length === 0 ? ["rowid"] : key);
    } else if (rootPage.get(name) === "corrupted")
      throw new DamagedDatabaseError(`${sqlite.name} is damaged (${name})`);
  }
}

/** Selects one value, because the driver compiles a function for each statement that returns objects. */
function readBothEnds(sqlite: Database.Database, table: string, key: string[]): void {
  const [first, last] = ["", " desc"].map(
    (order) =>
      `(select ${key[0]} from ${quoteName(table)} order by ${key.map((column) => column + order).join()} limit 1)`,
  );
  sqlite.prepare(`select ${first} + ${last}`).pluck().get();
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Key columns, in order, of every table without rowid. Uses one query for all, because each query lists all tables. */
const KEYS_WITHOUT_ROWID = `
  select tables.name as "table", columns.name as "column"
  from pragma_table_list as tables, pragma_table_info(tables.name) as columns
  where tables.schema = 'main' and tables.wr and columns.pk > 0
  order by tables.name, columns.pk`;

function checkWholeFile(sqlite: Database.Database, file: string): void {
  if (sqlite.pragma("integrity_check(1)", { simple: true }) !== "ok")
    throw new DamagedDatabaseError(`${file} is damaged`);
  const broken = sqlite.prepare("pragma foreign_key_check").all();
  if (broken.length > 0)
    throw new DamagedDatabaseError(`${file} is damaged (${broken.length} rows have broken references)`);
}

/**
 * Throws if a database file seems lost: its write-ahead log or backups exist, but the file doesn't. A new empty
 * database would look like a first start, and SQLite would delete the log.
 */
export function refuseLostFile(file: string, backupFolder: string): void {
  if (existsSync(file)) return;
  const log = `${file}-wal`;
  const hasLog = (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const hasBackups = filesIn(backupFolder).some((name) => name.endsWith(".db"));
  if (!hasLog && !hasBackups) return;
  const trace = hasLog ? `its log ${log} is still there` : `there are backups in ${backupFolder}`;
  throw new DatabaseError(
    `there is no database at ${file}, but ${trace}; put the file back, or ${restoreAdvice(backupFolder)}; ` +
      "to create an empty database, start with: stackloop serve --new",
  );
}

/** Renames the log of a lost file, because SQLite would delete it. */
export function renameLog(file: string): void {
  const log = `${file}-wal`;
  rmSync(`${file}-shm`, { force: true });
  if (existsSync(log)) renameSync(log, `${log}.lost-${new Date().toISOString().replaceAll(/[:.]/gu, "-")}`);
}

/** Returns the newest usable backup in a folder, if there is one. */
export function findNewestBackup(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .map((name) => join(folder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
    .find(isUsableBackup);
}

function isUsableBackup(backup: string): boolean {
  try {
    checkDatabase(backup, "thorough");
    return true;
  } catch {
    return false;
  }
}

/** Instructions for restoring the newest backup. */
export const restoreAdvice = (folder: string): string =>
  `restore a backup with: stackloop restore ${findNewestBackup(folder) ?? "FILE"}`;
