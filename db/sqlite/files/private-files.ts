import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";

import { filesIn } from "./files-in.ts";

/** Rights of everybody but the owner. */
const OF_OTHERS = 0o077;

/** Makes a folder for its owner alone; one that is there stays as it is. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Makes an empty file for its owner alone: those that SQLite makes are for everybody to read. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, "wx", 0o600));
}

/** Takes the rights of others to a file away; returns false where that isn't possible. */
export function makePrivate(file: string): boolean {
  // There, files have the rights of their folder.
  if (process.platform === "win32") return true;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & OF_OTHERS) === 0) return true;
  try {
    chmodSync(file, mode & 0o700);
    return true;
  } catch {
    return false;
  }
}

/**
 * Takes the rights of others to a database, all files beside it and its backups away: earlier versions let everybody on
 * the machine read them. Returns those that others still have rights to.
 */
export function makeDatabasePrivate(database: string, backupFolder: string): string[] {
  const name = basename(database);
  const files = [
    ...filesIn(dirname(database)).filter((file) => basename(file).startsWith(name)),
    ...filesIn(backupFolder).filter((file) => file.endsWith(".db")),
  ];
  return files.filter((file) => !makePrivate(file));
}
