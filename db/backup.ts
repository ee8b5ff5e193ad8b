import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

import Database from "better-sqlite3";

import { checkDatabase } from "./database-file.ts";
import { DatabaseError } from "./errors.ts";
import { syncToDisk } from "./sync-to-disk.ts";

export interface Backup {
  file: string;
  bytes: number;
}

/** Copies a live database into a new file and checks the copy before it gets its name. */
export function backupDatabase(source: string, target: string): Backup {
  if (!existsSync(source)) throw new DatabaseError(`there is no database at ${source}`);
  if (existsSync(target)) throw new DatabaseError(`${target} already exists; choose another name`);
  const unfinished = `${target}.unfinished`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    try {
      copyDatabase(source, unfinished);
      renameSync(unfinished, target);
      syncToDisk(dirname(target));
    } finally {
      rmSync(unfinished, { force: true });
    }
  } catch (error) {
    throw error instanceof DatabaseError ? error : cannotWrite(target, error);
  }
  return { file: target, bytes: statSync(target).size };
}

function cannotWrite(target: string, error: unknown): DatabaseError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseError(
    `can't write ${target} (${reason}); check the folder, its permissions and free disk space`,
    { cause: error },
  );
}

/**
 * Writes what a database holds at this moment into a file of its own, checked and safe on disk.
 * `VACUUM INTO` on a connection of its own: the driver's own backup writes an empty file while a transaction is open.
 */
export function copyDatabase(source: string, copy: string): void {
  rmSync(copy, { force: true });
  const sqlite = new Database(source, { readonly: true, timeout: 5000 });
  try {
    sqlite.pragma("trusted_schema = OFF");
    sqlite.prepare("vacuum into ?").run(copy);
  } finally {
    sqlite.close();
  }
  checkDatabase(copy, "thorough");
  syncToDisk(copy);
}
