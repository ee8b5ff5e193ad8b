import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import Database from "better-sqlite3";
import { Kysely } from "kysely";

import { urlOfFile } from "../database-url.ts";
import type { Db, OpenDatabase } from "../database.ts";
import { isDamage } from "../error-kinds.ts";
import { DamagedDatabaseError, DatabaseError } from "../errors.ts";
import type { Schema } from "../schema.ts";
import { LOWER_CASE } from "./contains.ts";
import { checkDatabase } from "./database-file.ts";
import { Dialect } from "./dialect.ts";
import { restoreAdvice } from "./newest-backup.ts";
import { makePrivate, makePrivateFolder } from "./private-files.ts";

// Before it, two connections could corrupt a WAL database (https://www.sqlite.org/wal.html#walresetbug).
const OLDEST_SAFE_SQLITE = "3.51.3";

/** How long a connection waits for another program's lock, where nobody else waits for its thread. */
const WAIT_MS = 5000;

/** A database that is a file, opened. */
export interface OpenFile extends OpenDatabase {
  file: string;
  /** Where copies of the file are kept. */
  backupFolder: string;
}

/** In bytes; 0 for a file that is not there: the log has none while nothing stands in it. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The folder that holds a database's backups unless the operator names another. */
const usualBackupFolder = (file: string) => join(dirname(file), "backups");

/**
 * Opens a database file for reading and writing, made new where there is none. One that is empty, damaged, foreign or
 * newer than this program is refused unchanged, with a line that says what to do.
 */
export function openFile(file: string, backupFolder = usualBackupFolder(file)): OpenFile {
  const wasLeftOpen = sizeOf(`${file}-wal`) > 0;
  const sqlite = connect(file, backupFolder);
  const othersChanges = sqlite.prepare<[], number>("pragma data_version").pluck();
  // A checkpoint that does nothing but tell (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint).
  const log = sqlite.prepare<[], { log: number; checkpointed: number }>("pragma wal_checkpoint(NOOP)");
  let tellOfDamage = (_error: unknown): void => {};
  const dialect = new Dialect(sqlite, () => connectForReading(file), {
    onError(error) {
      if (isDamage(error)) tellOfDamage(error);
    },
  });
  const db = new Kysely<Schema>({ dialect });
  return {
    db,
    file,
    url: urlOfFile(file),
    name: file,
    folder: dirname(file),
    backupFolder,
    environment: {},
    isShared: false,
    holdsThread: true,
    wasLeftOpen,
    catchUp: null,
    readOthersChanges: () => othersChanges.get() ?? 0,
    markOfOwnWrites: (tables) => dialect.writes.markOf(tables),
    lastOwnCommit: () => dialect.writes.lastCommit,
    onCommit: (tables, listen) => dialect.writes.onCommit(tables, listen),
    countPagesInLog() {
      const pages = log.get();
      return pages ? pages.log - pages.checkpointed : 0;
    },
    onDamage(listen) {
      tellOfDamage = listen;
    },
    patiently: (work) => work(),
    createLimiter: () => null,
    measure: () => Promise.resolve({ bytes: sizeOf(file), logBytes: sizeOf(`${file}-wal`) }),
    async close() {
      sqlite.pragma(`busy_timeout = ${WAIT_MS}`);
      sqlite.pragma("wal_checkpoint(TRUNCATE)");
      await db.destroy();
    },
  };
}

/**
 * Moves what stands in the log of an open database into its file, as far as nobody reads or writes there; for a thread
 * of its own, since it waits for the disk.
 */
export function emptyLog(file: string): void {
  const sqlite = new Database(file, { fileMustExist: true });
  try {
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma("wal_checkpoint(PASSIVE)");
  } finally {
    sqlite.close();
  }
}

/** Another connection to an open database, which can only read: for a thread of its own. */
export const openFileForReading = (file: string): Db =>
  new Kysely<Schema>({ dialect: new Dialect(connectForReading(file)) });

function connectForReading(file: string): Database.Database {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: WAIT_MS });
  sqlite.function(LOWER_CASE, { deterministic: true }, (text) => String(text).toLowerCase());
  for (const setting of ["cache_size = -16000", "temp_store = MEMORY", "trusted_schema = OFF"]) {
    sqlite.pragma(setting);
  }
  return sqlite;
}

function connect(file: string, backupFolder: string): Database.Database {
  try {
    if (existsSync(file)) checkDatabase(file, "glance");
    else makePrivateFolder(dirname(file));
    const sqlite = new Database(file, { timeout: WAIT_MS });
    try {
      prepare(sqlite, file);
      return sqlite;
    } catch (error) {
      sqlite.close();
      throw error;
    }
  } catch (error) {
    throw withAdvice(error, file, backupFolder);
  }
}

function prepare(sqlite: Database.Database, file: string): void {
  const version = sqlite.prepare<[], string>("select sqlite_version()").pluck().get() ?? "0";
  if (version.localeCompare(OLDEST_SAFE_SQLITE, "en", { numeric: true }) < 0) {
    throw new DatabaseError(
      `SQLite ${version} is older than ${OLDEST_SAFE_SQLITE}; reinstall StackLoop's dependencies`,
    );
  }
  if (sqlite.pragma("journal_mode = WAL", { simple: true }) !== "wal") {
    throw new DatabaseError(`${file} is on a file system without shared memory; move it to a local disk`);
  }
  sqlite.function(LOWER_CASE, { deterministic: true }, (text) => String(text).toLowerCase());
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
    // The server has a thread empty the log long before; see src/server/log-keeper.ts.
    "wal_autocheckpoint = 16000",
  ]) {
    sqlite.pragma(setting);
  }
  // A write that is taken back tells of a read-only file now, rather than at the first thing that somebody saves.
  sqlite.exec("begin immediate; pragma user_version = 0; rollback");
  for (const part of ["", "-wal", "-shm"]) makePrivate(file + part);
  // From here on the dialect waits, which holds nobody up.
  sqlite.pragma("busy_timeout = 0");
}

function withAdvice(error: unknown, file: string, backupFolder: string): unknown {
  if (error instanceof DamagedDatabaseError) {
    return new DatabaseError(`${error.message}; ${restoreAdvice(backupFolder)}`, { cause: error });
  }
  if (!(error instanceof Database.SqliteError)) return error;
  const advice = error.code.startsWith("SQLITE_BUSY")
    ? "another program is using it; stop that program first"
    : "check the permissions of the file and its folder, and free disk space";
  return new DatabaseError(`can't use ${file} (${error.message}); ${advice}`, { cause: error });
}
