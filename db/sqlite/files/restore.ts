import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { copyDatabase, syncToDisk } from "./backup.ts";
import { checkDatabase } from "./database-file.ts";

/**
 * Suffixes of a database's files. SQLite reads them together, so a restored database must never meet those of the
 * replaced one.
 */
const PARTS = ["", "-wal", "-shm"];

/** Returns the temporary name of a backup during a restore, next to the database. */
export const unfinishedRestore = (file: string): string => `${file}.incoming`;

/** Deletes the leftovers of an interrupted restore. The caller must hold the database's lock. */
export function removeUnfinishedRestore(file: string): void {
  for (const ending of ["", "-journal"]) rmSync(unfinishedRestore(file) + ending, { force: true });
}

/** Checks a backup and copies it next to the database. Leaves no files after a failure. */
export function prepareRestore(backup: string, file: string): void {
  checkDatabase(backup, "thorough");
  try {
    copyDatabase(backup, unfinishedRestore(file));
  } catch (error) {
    removeUnfinishedRestore(file);
    throw error;
  }
}

/**
 * Replaces a database with the prepared copy. The caller must hold the database's lock. The replaced files remain
 * under `replaced`; returns null if there were none. A failure changes nothing.
 */
export function finishRestore(file: string, replaced: string): string | null {
  const incoming = unfinishedRestore(file);
  const moved: string[] = [];
  try {
    for (const part of PARTS.filter((ending) => existsSync(file + ending))) {
      renameSync(file + part, replaced + part);
      moved.push(part);
    }
    renameSync(incoming, file);
  } catch (error) {
    for (const part of moved) renameSync(replaced + part, file + part);
    throw error;
  } finally {
    rmSync(incoming, { force: true });
  }
  syncToDisk(dirname(file));
  return moved.includes("") ? replaced : null;
}
