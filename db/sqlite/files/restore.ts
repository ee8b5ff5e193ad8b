import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { copyDatabase } from "./backup.ts";
import { checkDatabase } from "./database-file.ts";
import { syncToDisk } from "./sync-to-disk.ts";

/** SQLite reads the files beside a database as part of it, so a restored one must never meet those of its forerunner. */
const PARTS = ["", "-wal", "-shm"];

/** What a backup is called that is being copied beside the database whose place it is to take. */
export const unfinishedRestore = (file: string): string => `${file}.incoming`;

/** Removes what a restore has left whose process ended on the way; whoever calls holds the database's lock. */
export function removeUnfinishedRestore(file: string): void {
  for (const ending of ["", "-journal"]) rmSync(unfinishedRestore(file) + ending, { force: true });
}

/** Checks a backup and copies it beside the database whose place it is to take; a failure leaves nothing behind. */
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
 * Puts the copy that was prepared in a database's place; whoever calls holds the database's lock. The replaced files stay
 * beside it under `replaced`; answers nothing when there were none. A failure leaves everything as it was.
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
