import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

import Database from "better-sqlite3";

import { DatabaseError } from "../../errors.ts";
import { checkDatabase } from "./database-file.ts";
import { filesIn, makePrivateFile, makePrivateFolder } from "./private-files.ts";

const MAX_TRIES = 3;

export interface Backup {
  file: string;
  bytes: number;
}

/** Copies a live database to a new file, and checks the copy before renaming it to its final name. */
export function backupDatabase(source: string, target: string): Backup {
  if (!existsSync(source)) throw new DatabaseError(`there is no database at ${source}`);
  if (existsSync(target)) throw new DatabaseError(`${target} already exists; choose another name`);
  const unfinished = unfinishedBackupPath(target);
  try {
    makePrivateFolder(dirname(target));
    removeUnfinishedBackups(dirname(target));
    try {
      copyDatabase(source, unfinished);
      renameSync(unfinished, target);
      syncToDisk(dirname(target));
    } finally {
      rmSync(unfinished, { force: true });
    }
  } catch (error) {
    throw error instanceof DatabaseError ? error : writeError(target, error);
  }
  return { file: target, bytes: statSync(target).size };
}

function writeError(target: string, error: unknown): DatabaseError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseError(
    `can't write ${target} (${reason}); check the folder, its permissions and free disk space`,
    { cause: error },
  );
}

/**
 * Writes a snapshot of a database to a file, checks it, counts its rows and syncs it to disk. Uses `VACUUM INTO` on
 * its own connection: the driver's backup writes an empty file while a transaction is open.
 */
function copyDatabase(source: string, copy: string): void {
  for (let tries = 1; ; tries += 1) {
    const shortTables = copyAndCompare(source, copy);
    if (shortTables.length === 0) break;
    // Concurrent deletions may explain a copy with fewer rows, but not repeatedly.
    if (tries === MAX_TRIES)
      throw new DatabaseError(
        `the copy of ${source} is missing rows of ${shortTables.join(", ")}; try again`,
      );
  }
  syncToDisk(copy);
}

/** Copies, checks the copy, and returns the tables with missing rows. */
function copyAndCompare(source: string, copy: string): string[] {
  rmSync(copy, { force: true });
  makePrivateFile(copy);
  const sqlite = openToRead(source);
  try {
    const before = countRows(sqlite);
    sqlite.prepare("vacuum into ?").run(copy);
    const after = countRows(sqlite);
    checkDatabase(copy, "thorough");
    const copiedDatabase = openToRead(copy);
    try {
      return findShortTables(countRows(copiedDatabase), before, after);
    } finally {
      copiedDatabase.close();
    }
  } finally {
    sqlite.close();
  }
}

function openToRead(file: string): Database.Database {
  const sqlite = new Database(file, { readonly: true, timeout: 5000 });
  sqlite.pragma("trusted_schema = OFF");
  return sqlite;
}

/** Ensures that a file's content, or a folder's list of names, survives a power failure. */
function syncToDisk(path: string): void {
  const isFolder = statSync(path).isDirectory();
  // Windows can't open folders, and writes their lists to disk by itself.
  if (isFolder && process.platform === "win32") return;
  const descriptor = openSync(path, isFolder ? "r" : "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Number of rows by table. */
type RowCounts = ReadonlyMap<string, number>;

/** Counts the rows of each table, full-text indexes included. */
export function countRows(sqlite: Database.Database): RowCounts {
  const names = sqlite
    .prepare<[], string>("select name from sqlite_schema where type = 'table' and rootpage > 0")
    .pluck()
    .all();
  return new Map(
    names.map((name) => {
      const count = sqlite.prepare<[], number>(`select count(*) from "${name.replaceAll('"', '""')}"`);
      return [name, count.pluck().get() ?? 0];
    }),
  );
}

/** Returns the tables with fewer rows in the copy than in the original, both before and after copying. */
export function findShortTables(copy: RowCounts, before: RowCounts, after: RowCounts): string[] {
  return [...before.keys()].filter((name) => {
    const expected = Math.min(before.get(name) ?? 0, after.get(name) ?? 0);
    return (copy.get(name) ?? 0) < expected;
  });
}

/** Returns the name of an unfinished backup. It contains the id of the process that writes it. */
export const unfinishedBackupPath = (target: string): string => `${target}.backup-${process.pid}.unfinished`;

/** Names of unfinished backups, of this and earlier versions, and of SQLite's files next to them. */
const UNFINISHED_BACKUP = /\.(?:db|backup-(?<pid>\d+))\.unfinished(?:-journal)?$/u;

/** Deletes unfinished backups whose process has ended. */
export function removeUnfinishedBackups(folder: string): void {
  for (const file of filesIn(folder)) {
    const unfinished = UNFINISHED_BACKUP.exec(file);
    if (unfinished && !isOfRunningProcess(Number(unfinished.groups?.["pid"]))) removeIfPossible(file);
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Leftovers only use space. If the folder isn't writable, the backup itself reports that.
  }
}

/** True if another running process has this id. */
function isOfRunningProcess(pid: number): boolean {
  if (Number.isNaN(pid) || pid === process.pid) return false;
  try {
    // Signal 0 only checks for existence.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Suffixes of a database's files. SQLite reads them together, so the replaced database's other files must be moved
 * away before the restored one is opened.
 */
const FILE_SUFFIXES = ["", "-wal", "-shm"];

/** Returns the temporary name of a backup during a restore, next to the database. */
export const unfinishedRestorePath = (file: string): string => `${file}.incoming`;

/** Deletes the leftovers of an interrupted restore. The caller must hold the database's lock. */
export function removeUnfinishedRestore(file: string): void {
  for (const suffix of ["", "-journal"]) rmSync(unfinishedRestorePath(file) + suffix, { force: true });
}

/** Checks a backup and copies it next to the database. Leaves no files after a failure. */
export function prepareRestore(backup: string, file: string): void {
  checkDatabase(backup, "thorough");
  try {
    copyDatabase(backup, unfinishedRestorePath(file));
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
  const incoming = unfinishedRestorePath(file);
  const movedSuffixes: string[] = [];
  try {
    for (const suffix of FILE_SUFFIXES.filter((ending) => existsSync(file + ending))) {
      renameSync(file + suffix, replaced + suffix);
      movedSuffixes.push(suffix);
    }
    renameSync(incoming, file);
  } catch (error) {
    for (const suffix of movedSuffixes) renameSync(replaced + suffix, file + suffix);
    throw error;
  } finally {
    rmSync(incoming, { force: true });
  }
  syncToDisk(dirname(file));
  return movedSuffixes.includes("") ? replaced : null;
}
