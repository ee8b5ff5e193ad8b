import Database from "better-sqlite3";

import type { StorageErrorKind } from "../errors.ts";

const KINDS: readonly (readonly [prefix: string, kind: StorageErrorKind])[] = [
  ["SQLITE_FULL", "full"],
  // The index beside the write-ahead log cannot grow.
  ["SQLITE_IOERR_SHMSIZE", "full"],
  // A quota that is used up, or a disk that takes nothing more.
  ["SQLITE_IOERR_WRITE", "read-only"],
  ["SQLITE_IOERR_FSYNC", "read-only"],
  ["SQLITE_IOERR_TRUNCATE", "read-only"],
  ["SQLITE_READONLY", "read-only"],
  ["SQLITE_BUSY", "busy"],
  // By another statement of the same connection, which ends as soon.
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_CONSTRAINT_UNIQUE", "duplicate"],
  ["SQLITE_CONSTRAINT_PRIMARYKEY", "duplicate"],
];

/** The code of an error of SQLite; nothing for any other error. */
export const fileErrorCodeOf = (error: unknown): string | undefined =>
  error instanceof Database.SqliteError ? error.code : undefined;

/** Whether a statement came upon a damaged page, or upon a file that is no database any more. */
export const isFileDamage = (error: unknown): boolean =>
  /^SQLITE_(?:CORRUPT|NOTADB)/u.test(fileErrorCodeOf(error) ?? "");

/** What is behind an error of SQLite, or nothing for one that is none of these. */
export function fileErrorKindOf(error: unknown): StorageErrorKind | undefined {
  const code = fileErrorCodeOf(error);
  return code === undefined ? undefined : KINDS.find(([prefix]) => code.startsWith(prefix))?.[1];
}

export const unpackFileError = (code: string, message: string): Error =>
  new Database.SqliteError(message, code);
