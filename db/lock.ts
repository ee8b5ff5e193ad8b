import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import Database from "better-sqlite3";

import { DatabaseFault } from "./faults.ts";

export interface DatabaseLock {
  release(): void;
}

/**
 * Takes the one lock of a database file, held by an exclusive transaction on a file beside it: the system frees it
 * when the process ends, however it ends. Answers nothing when another process holds it.
 */
export function tryLock(databaseFile: string): DatabaseLock | undefined {
  mkdirSync(dirname(databaseFile), { recursive: true });
  const lock = new Database(`${databaseFile}.lock`, { timeout: 0 });
  try {
    lock.pragma("journal_mode = DELETE");
    lock.exec("begin exclusive");
    return {
      release() {
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
}

/** Takes the lock or refuses with a line for the operator. */
export function lockOrRefuse(databaseFile: string): DatabaseLock {
  const lock = tryLock(databaseFile);
  if (lock) return lock;
  throw new DatabaseFault(
    `another StackLoop process is already running on ${databaseFile}; stop it first, or set DATABASE_URL to another file`,
  );
}
