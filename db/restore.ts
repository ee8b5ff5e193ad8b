import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { copyDatabase } from "./backup.ts";
import { checkDatabase } from "./database-file.ts";
import { syncToDisk } from "./sync-to-disk.ts";

/** SQLite reads the files beside a database as part of it, so a restored one must never meet those of its forerunner. */
const PARTS = ["", "-wal", "-shm"];

const incomingOf = (file: string): string => `${file}.incoming`;

/** Removes what a restore has left whose process ended on the way; whoever calls holds the database's lock. */
export function removeUnfinishedRestore(file: string): void {
  rmSync(incomingOf(file), { force: true });
}

/**
 * Puts a copy of a backup in a database's place; whoever calls holds the database's lock. The replaced files stay
 * beside it under `replaced`; answers nothing when there were none. A failure leaves everything as it was.
 */
export function restoreDatabase(backup: string, file: string, replaced: string): string | null {
  checkDatabase(backup, "thorough");
  const incoming = incomingOf(file);
  const moved: string[] = [];
  try {
    copyDatabase(backup, incoming);
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
