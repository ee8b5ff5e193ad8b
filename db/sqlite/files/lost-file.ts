import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { DatabaseError } from "../../errors.ts";
import { checkDatabase } from "./database-file.ts";
import { filesIn } from "./private-files.ts";

/**
 * Throws if a database file seems lost: its write-ahead log or backups exist, but the file doesn't. A new empty
 * database would look like a first start, and SQLite would delete the log.
 */
export function refuseLostFile(file: string, backupFolder: string): void {
  if (existsSync(file)) return;
  const log = `${file}-wal`;
  const isLogThere = (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const hasBackups = filesIn(backupFolder).some((name) => name.endsWith(".db"));
  if (!isLogThere && !hasBackups) return;
  const found = isLogThere ? `its log ${log} is still there` : `there are backups in ${backupFolder}`;
  throw new DatabaseError(
    `there is no database at ${file}, but ${found}; put the file back, or ${restoreAdvice(backupFolder)}; ` +
      "to create an empty database, start with: stackloop serve --new",
  );
}

/** Renames the log of a lost file, because SQLite would delete it. */
export function setLogAside(file: string): void {
  const log = `${file}-wal`;
  rmSync(`${file}-shm`, { force: true });
  if (existsSync(log)) renameSync(log, `${log}.lost-${new Date().toISOString().replaceAll(/[:.]/gu, "-")}`);
}

/** Returns the newest usable backup in a folder. */
export function newestGoodBackup(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .map((name) => join(folder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
    .find(isGood);
}

function isGood(backup: string): boolean {
  try {
    checkDatabase(backup, "thorough");
    return true;
  } catch {
    return false;
  }
}

/** Instructions for restoring the newest backup. */
export const restoreAdvice = (folder: string): string =>
  `restore a backup with: stackloop restore ${newestGoodBackup(folder) ?? "FILE"}`;
