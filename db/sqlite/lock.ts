import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";

import Database from "better-sqlite3";

import { DatabaseError } from "../errors.ts";
import { makePrivate, makePrivateFolder } from "./private-files.ts";

export interface DatabaseLock {
  release(): void;
}

const lockFileOf = (databaseFile: string) => `${databaseFile}.lock`;

/**
 * Takes the one lock of a database file, held by SQLite on a file beside it: the system frees it when the process
 * ends, however it ends. Returns undefined when another process holds it.
 */
export function tryLock(databaseFile: string): DatabaseLock | undefined {
  const lock = openLock(databaseFile);
  try {
    lock.pragma("journal_mode = MEMORY");
    // In this mode the lock of a first write is kept until the connection closes.
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec(`begin exclusive; pragma user_version = ${process.pid}; commit`);
    makePrivate(lockFileOf(databaseFile));
    return {
      release() {
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    if (!(error instanceof Database.SqliteError)) throw error;
    if (error.code.startsWith("SQLITE_BUSY")) return undefined;
    throw new DatabaseError(
      `${lockFileOf(databaseFile)} can't be written (${error.message}); check its permissions`,
      { cause: error },
    );
  }
}

function openLock(databaseFile: string): Database.Database {
  const folder = dirname(databaseFile);
  try {
    makePrivateFolder(folder);
    return new Database(lockFileOf(databaseFile), { timeout: 0 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(`${folder} can't be written (${reason}); check its permissions`, {
      cause: error,
    });
  }
}

/** Takes the lock or refuses with a line for the operator. */
export function lockOrRefuse(databaseFile: string): DatabaseLock {
  const lock = tryLock(databaseFile);
  if (lock) return lock;
  throw new DatabaseError(
    `another StackLoop process (${readHolder(databaseFile)}) is already running on ${databaseFile}; ` +
      "stop it first, or set DATABASE_URL to another file",
  );
}

/** The id of the process that holds a database's lock, if one does; makes no files. */
export function lockHolder(databaseFile: string): number | undefined {
  if (!existsSync(lockFileOf(databaseFile))) return undefined;
  const lock = tryLock(databaseFile);
  lock?.release();
  return lock ? undefined : readHolder(databaseFile);
}

function readHolder(databaseFile: string): number {
  const userVersion = Buffer.alloc(4);
  const descriptor = openSync(lockFileOf(databaseFile), "r");
  // SQLite would not let us read the file while it is locked; its header has the number here.
  readSync(descriptor, userVersion, 0, 4, 60);
  closeSync(descriptor);
  return userVersion.readUInt32BE();
}
