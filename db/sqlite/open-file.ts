import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import Database from "better-sqlite3";
import { Kysely } from "kysely";

import { urlOfFile } from "../database-url.ts";
import type { Db, OpenDatabase } from "../database.ts";
import { isCorruption } from "../error-kinds.ts";
import { DamagedDatabaseError, DatabaseError, StorageError } from "../errors.ts";
import type { Schema } from "../schema.ts";
import { Dialect } from "./dialect.ts";
import { LOWER_CASE } from "./engine.ts";
import { checkDatabase, renameLog, restoreAdvice } from "./files/database-file.ts";
import { FileIdentity } from "./files/file-identity.ts";
import { makePrivate, makePrivateFolder } from "./files/private-files.ts";

// Earlier versions could corrupt a WAL database with two connections (https://www.sqlite.org/wal.html#walresetbug).
const MIN_SAFE_VERSION = [3, 51, 3];

/** Maximum wait for another program's lock, while nothing else needs the thread. */
const LOCK_WAIT_MS = 5000;

/** 64 MB. */
const PAGES_BEFORE_COMMIT_CHECKPOINTS = 16_000;

export interface OpenFile extends OpenDatabase {
  file: string;
  /** Folder for backups of the file. */
  backupFolder: string;
  /** Allows or forbids statements that edit table definitions, as some migrations must. */
  allowSchemaEdits(isOn: boolean): void;
}

/** Size in bytes; 0 for a missing file, as when the log is empty. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Default backup folder of a database. */
const defaultBackupFolder = (file: string) => join(dirname(file), "backups");

/**
 * Opens a database file for reading and writing, and creates it if missing. Leaves an empty, damaged, foreign or too
 * new file unchanged and throws an error that says what to do. `isChecked` skips the check of an existing file.
 */
export function openFile(
  file: string,
  backupFolder = defaultBackupFolder(file),
  { isChecked = false } = {},
): OpenFile {
  const wasLeftOpen = sizeOf(`${file}-wal`) > 0;
  const sqlite = connect(file, backupFolder, isChecked);
  const identity = new FileIdentity(file, sqlite);
  const othersChanges = sqlite.prepare<[], number>("pragma data_version").pluck();
  let reportCorruption = (_error: unknown): void => {};
  const dialect = new Dialect(sqlite, () => connectForReading(file), {
    onError(error) {
      if (isCorruption(error)) reportCorruption(error);
    },
    beforeWrite() {
      const change = identity.findChange();
      if (change !== null) throw new StorageError("detached", `${file} is ${change}`);
    },
  });
  const db = new Kysely<Schema>({ dialect });
  const logMeter = new LogMeter(file);
  return {
    db,
    file,
    url: urlOfFile(file),
    name: file,
    folder: dirname(file),
    backupFolder,
    allowSchemaEdits: (isOn) => void sqlite.unsafeMode(isOn),
    environment: {},
    isShared: false,
    receivesNotifications: true,
    blocksThread: true,
    wasLeftOpen,
    catchUp: null,
    otherWritesVersion: () => othersChanges.get() ?? 0,
    ownWritesVersion: (tables) => dialect.writes.writesVersion(tables),
    lastOwnCommit: () => dialect.writes.lastCommit,
    onCommit: (tables, listen) => dialect.writes.onCommit(tables, listen),
    log: {
      // The log of a moved file must not be checkpointed to another file at its path.
      countPages: () => (identity.findChange() === null ? logMeter.read() : { all: 0, unsaved: 0 }),
      checkpointOnCommit(isOn) {
        sqlite.pragma(`wal_autocheckpoint = ${isOn ? PAGES_BEFORE_COMMIT_CHECKPOINTS : 0}`);
      },
      pauseWrites: (work) => dialect.pauseWrites(work),
    },
    onCorruption(listen) {
      reportCorruption = listen;
    },
    findFileChange: () => identity.findChange(),
    withLongTimeout: (work) => work(),
    createLimiter: () => null,
    measureSize: () => Promise.resolve({ bytes: sizeOf(file), logBytes: sizeOf(`${file}-wal`) }),
    async close() {
      logMeter.close();
      // Closing would checkpoint the log to the file that overwrote the database.
      if (identity.findChange() === "overwritten") {
        renameLog(file);
        return;
      }
      // SQLite refuses to checkpoint during a transaction of the same connection.
      await dialect.pauseWrites(async () => {
        sqlite.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
        sqlite.pragma("wal_checkpoint(TRUNCATE)");
        await db.destroy();
      });
      identity.close();
    },
  };
}

/** Counts log pages on its own connection: SQLite answers "locked" on one with an open transaction. */
class LogMeter {
  readonly #file: string;
  #connection: Database.Database | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  read(): { all: number; unsaved: number } {
    this.#connection ??= this.#open();
    // A checkpoint that only counts pages (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint).
    const pages = this.#connection
      .prepare<[], { log: number; checkpointed: number }>("pragma wal_checkpoint(NOOP)")
      .get();
    return pages && pages.log > 0
      ? { all: pages.log, unsaved: pages.log - pages.checkpointed }
      : { all: 0, unsaved: 0 };
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  #open(): Database.Database {
    const connection = new Database(this.#file, { fileMustExist: true, timeout: 0 });
    // A connection notices the log only on its first read.
    connection.prepare("select 1 from sqlite_schema limit 1").get();
    return connection;
  }
}

/** Maximum wait of a restart for readers and other programs, while the server's writes are paused. */
const RESTART_WAIT_MS = 100;

/**
 * Checkpoints the log of an open database to its file. Runs in a worker thread, because it waits for the disk.
 * `passive` copies as much as it can without waiting. `restart` copies the rest and restarts the log, so that it stops
 * growing; writes are blocked until then.
 */
export function checkpointLog({ file, how }: { file: string; how: "passive" | "restart" }): void {
  const sqlite = new Database(file, { fileMustExist: true, timeout: RESTART_WAIT_MS });
  try {
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma(`wal_checkpoint(${how})`);
  } finally {
    sqlite.close();
  }
}

/** Opens another, read-only connection to an open database, for a thread. */
export const openFileForReading = (file: string): Db =>
  new Kysely<Schema>({ dialect: new Dialect(connectForReading(file)) });

/** Reads a snapshot of the committed data through its own connection. */
export async function readFile<Result>(file: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openFileForReading(file);
  try {
    return await db.transaction().execute(read);
  } finally {
    await db.destroy();
  }
}

function connectForReading(file: string): Database.Database {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: LOCK_WAIT_MS });
  sqlite.function(LOWER_CASE, { deterministic: true }, (text) => String(text).toLowerCase());
  for (const setting of ["cache_size = -16000", "temp_store = MEMORY", "trusted_schema = OFF"]) {
    sqlite.pragma(setting);
  }
  return sqlite;
}

function connect(file: string, backupFolder: string, isChecked: boolean): Database.Database {
  try {
    if (!existsSync(file)) makePrivateFolder(dirname(file));
    else if (!isChecked) checkDatabase(file, "glance");
    const sqlite = new Database(file, { timeout: LOCK_WAIT_MS });
    try {
      prepare(sqlite, file);
      return sqlite;
    } catch (error) {
      sqlite.close();
      throw error;
    }
  } catch (error) {
    throw addAdvice(error, file, backupFolder);
  }
}

function prepare(sqlite: Database.Database, file: string): void {
  const version = sqlite.prepare<[], string>("select sqlite_version()").pluck().get() ?? "0";
  if (isOlder(version.split(".").map(Number), MIN_SAFE_VERSION)) {
    throw new DatabaseError(
      `SQLite ${version} is older than ${MIN_SAFE_VERSION.join(".")}; reinstall StackLoop's dependencies`,
    );
  }
  if (sqlite.pragma("journal_mode = WAL", { simple: true }) !== "wal") {
    throw new DatabaseError(`${file} is on a file system without shared memory; move it to a local disk`);
  }
  sqlite.function(LOWER_CASE, { deterministic: true }, (text) => String(text).toLowerCase());
  // FULL, because the driver's default may lose the last commits on power loss, and "saved" would be untrue.
  for (const setting of [
    "synchronous = FULL",
    "foreign_keys = ON",
    "journal_size_limit = 67108864",
    "cache_size = -32000",
    "mmap_size = 0",
    "temp_store = MEMORY",
    "trusted_schema = OFF",
    "secure_delete = FAST",
    // Set for commands. The server turns it off while its worker empties the log; see
    // src/server/kernel/storage/wal-checkpointer.ts.
    `wal_autocheckpoint = ${PAGES_BEFORE_COMMIT_CHECKPOINTS}`,
  ]) {
    sqlite.pragma(setting);
  }
  // A rolled-back write detects a read-only file now, instead of at a user's first change.
  sqlite.exec("begin immediate; pragma user_version = 0; rollback");
  for (const part of ["", "-wal", "-shm"]) makePrivate(file + part);
  // From here on, the dialect waits for locks, without blocking the thread.
  sqlite.pragma("busy_timeout = 0");
}

/** Compares versions by their numbers. A comparison by `Intl` would load its data first, in 6 ms. */
function isOlder(version: readonly number[], than: readonly number[]): boolean {
  const differing = than.findIndex((part, index) => part !== version[index]);
  return differing !== -1 && (version[differing] ?? 0) < (than[differing] ?? 0);
}

function addAdvice(error: unknown, file: string, backupFolder: string): unknown {
  if (error instanceof DamagedDatabaseError) {
    return new DatabaseError(`${error.message}; ${restoreAdvice(backupFolder)}`, { cause: error });
  }
  if (!(error instanceof Database.SqliteError)) return error;
  const advice = error.code.startsWith("SQLITE_BUSY")
    ? "another program is using it; stop that program first"
    : "check the permissions of the file and its folder, and free disk space";
  return new DatabaseError(`can't use ${file} (${error.message}); ${advice}`, { cause: error });
}
