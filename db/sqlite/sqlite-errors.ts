import Database from "better-sqlite3";

import type { StorageErrorKind } from "../errors.ts";

const KINDS: readonly (readonly [prefix: string, kind: StorageErrorKind])[] = [
  ["SQLITE_FULL", "full"],
  // The index of the write-ahead log can't grow.
  ["SQLITE_IOERR_SHMSIZE", "full"],
  // An exhausted quota, or a disk that accepts no more data.
  ["SQLITE_IOERR_WRITE", "read-only"],
  ["SQLITE_IOERR_FSYNC", "read-only"],
  ["SQLITE_IOERR_TRUNCATE", "read-only"],
  ["SQLITE_READONLY", "read-only"],
  ["SQLITE_BUSY", "busy"],
  // Another statement of the same connection, which ends soon too.
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_CONSTRAINT_UNIQUE", "duplicate"],
  ["SQLITE_CONSTRAINT_PRIMARYKEY", "duplicate"],
];

/** Returns the code of an SQLite error, undefined for other errors. */
export const fileErrorCodeOf = (error: unknown): string | undefined =>
  error instanceof Database.SqliteError ? error.code : undefined;

/** True if a statement found a damaged page, or a file that is no longer a database. */
export const isFileDamage = (error: unknown): boolean =>
  /^SQLITE_(?:CORRUPT|NOTADB)/u.test(fileErrorCodeOf(error) ?? "");

/** Returns the kind of an SQLite error, or undefined for other errors. */
export function fileErrorKindOf(error: unknown): StorageErrorKind | undefined {
  const code = fileErrorCodeOf(error);
  return code === undefined ? undefined : KINDS.find(([prefix]) => code.startsWith(prefix))?.[1];
}

export const unpackFileError = (code: string, message: string): Error =>
  new Database.SqliteError(message, code);
