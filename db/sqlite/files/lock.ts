import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";

import Database from "better-sqlite3";
import { sql } from "kysely";

import type { Db } from "../../database.ts";
import { getStorageErrorKind } from "../../error-kinds.ts";
import { DatabaseError } from "../../errors.ts";
import { findSetting, storeSetting } from "../../settings.ts";
import { makePrivate, makePrivateFolder } from "./private-files.ts";

/** Setting for the path under which a server last opened the file. */
export const SERVED_NAME = "servedName";

/**
 * Stores this process's path of a file in the file itself. A process that opens it by another hard link or mount then
 * finds the server. SQLite names its logs and locks after the path.
 */
export async function storeServedName(db: Db, file: string): Promise<void> {
  const value = realpathSync(file);
  if ((await findSetting(db, SERVED_NAME)) === value) return;
  try {
    await storeSetting(db, SERVED_NAME, value);
    // Checkpoint the log, because it is only found by this path.
    await sql`pragma wal_checkpoint(TRUNCATE)`.execute(db);
  } catch (error) {
    // On a full disk, the server can still show existing data.
    if (getStorageErrorKind(error) !== "full") throw error;
  }
}

/** Returns another path under which a server last opened the same file, if there is one. */
function findOtherName(file: string): { name: string; exists: boolean } | null {
  if (!existsSync(file)) return null;
  const name = readServedName(file);
  if (name === null || name === realpathSync(file)) return null;
  const exists = existsSync(name);
  return exists && !isSameFile(name, file) ? null : { name, exists };
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true }));
  return a?.dev === b?.dev && a?.ino === b?.ino;
}

/** Returns null for an unusable file too. The start reports that itself. */
function readServedName(file: string): string | null {
  try {
    const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
    try {
      const value = sqlite.prepare<[string], string>("select value from settings where key = ?").pluck();
      return value.get(SERVED_NAME) ?? null;
    } finally {
      sqlite.close();
    }
  } catch {
    return null;
  }
}

/** Shared file systems by their Linux numbers (https://man7.org/linux/man-pages/man2/statfs.2.html). */
const SHARED_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB"],
  [0xfe534d42, "SMB"],
  [0x01021997, "9P"],
  [0x65735546, "FUSE"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
]);

/**
 * Returns the name of a folder's file system if several machines may share it. On such file systems, locks and shared
 * memory are unreliable for SQLite
 * (https://www.sqlite.org/howtocorrupt.html#_filesystems_with_broken_or_missing_lock_implementations).
 */
export function findSharedFileSystem(folder: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  // Numbers above 31 bits arrive negative.
  return SHARED_FILE_SYSTEMS.get(statfsSync(folder).type >>> 0);
}

/** Returns advice about a shared file system. */
export const sharedFileSystemAdvice = (folder: string, name: string): string =>
  `${folder} is on ${name}, where SQLite databases become damaged sooner or later; move it to a local disk`;

export interface DatabaseLock {
  release(): void;
}

const lockFileOf = (databaseFile: string) => `${databaseFile}.lock`;

/**
 * Locks a database file through SQLite, on a separate file next to it. The system releases the lock when the process
 * ends, even after a crash. Returns undefined if another process has it.
 */
export function tryLock(databaseFile: string): DatabaseLock | undefined {
  const lock = openLock(databaseFile);
  try {
    lock.pragma("journal_mode = MEMORY");
    // In this mode, the first write takes a lock that is held until the connection closes.
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

/** Locks the database or throws an error for the operator. */
export function requireLock(databaseFile: string): DatabaseLock {
  const lock = tryLock(databaseFile);
  if (!lock) throw inUseError(readHolder(databaseFile), databaseFile);
  try {
    refuseOtherName(databaseFile);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

const inUseError = (holder: number, name: string): DatabaseError =>
  new DatabaseError(
    `another StackLoop process (${holder}) is already running on ${name}; ` +
      "stop it first, or set DATABASE_URL to another file",
  );

/**
 * Throws if a server has the file open by another hard link or mount, or if its latest changes are next to another
 * path. This path alone would reveal neither.
 */
export function refuseOtherName(databaseFile: string): void {
  if (!existsSync(databaseFile)) return;
  if (isMountedFile(realpathSync(databaseFile))) {
    throw new DatabaseError(
      `${databaseFile} is mounted as a single file, so other processes don't see the files beside it; mount its folder`,
    );
  }
  const other = findOtherName(databaseFile);
  if (other === null) return;
  const { name, exists } = other;
  const holder = exists ? lockHolder(name) : undefined;
  if (holder !== undefined) throw inUseError(holder, `${name}, which is the same file as ${databaseFile}`);
  const log = `${name}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new DatabaseError(
    exists
      ? `the latest changes of ${databaseFile} are in ${log}; set DATABASE_URL to file:${name}, which is the same file`
      : `${databaseFile} was moved from ${name} without its latest changes, which are in ${log}; stop StackLoop, then move that file to ${databaseFile}-wal, or delete it to discard them`,
  );
}

/** Returns the process that holds a database's lock by any path, if there is one. Creates no files. */
export function findServer(databaseFile: string): { pid: number; name: string } | undefined {
  const other = existsSync(databaseFile) ? findOtherName(databaseFile) : null;
  for (const name of [databaseFile, ...(other?.exists ? [other.name] : [])]) {
    const pid = lockHolder(name);
    if (pid !== undefined) return { pid, name };
  }
  return undefined;
}

function lockHolder(databaseFile: string): number | undefined {
  if (!existsSync(lockFileOf(databaseFile))) return undefined;
  const lock = tryLock(databaseFile);
  lock?.release();
  return lock ? undefined : readHolder(databaseFile);
}

function readHolder(databaseFile: string): number {
  const userVersion = Buffer.alloc(4);
  const descriptor = openSync(lockFileOf(databaseFile), "r");
  // The header stores the number at this offset. SQLite can't read the file while it is locked.
  readSync(descriptor, userVersion, 0, 4, 60);
  closeSync(descriptor);
  return userVersion.readUInt32BE();
}

/**
 * True if the file itself is mounted, instead of a folder above it. SQLite's other files then stay outside the mount.
 */
export function isMountedFile(realPath: string, mounts = readMounts()): boolean {
  return mounts.split("\n").some((line) => unescapePath(line.split(" ")[4] ?? "") === realPath);
}

/** See https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html. Empty on other systems. */
function readMounts(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}

/** Decodes spaces and similar characters, written as `\040`. */
const unescapePath = (path: string): string =>
  path.replaceAll(/\\([0-7]{3})/gu, (_escape, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
