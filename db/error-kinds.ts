import Database from "better-sqlite3";

import {
  DamagedDatabaseError,
  DatabaseError,
  StorageError,
  type StorageErrorKind,
  UnreachableDatabaseError,
} from "./errors.ts";

/** True if a statement found a damaged page, or a file that is no longer a database. */
export const isCorruption = (error: unknown): boolean =>
  /^SQLITE_(?:CORRUPT|NOTADB)/u.test(fileErrorCodeOf(error) ?? "");

/** Returns the kind of a database error, or undefined for other errors. */
export function getStorageErrorKind(error: unknown): StorageErrorKind | undefined {
  if (error instanceof StorageError) return error.kind;
  if (error instanceof UnreachableDatabaseError) return "unreachable";
  const code = fileErrorCodeOf(error);
  return code === undefined ? undefined : KINDS.find(([prefix]) => code.startsWith(prefix))?.[1];
}

const KINDS: readonly (readonly [prefix: string, kind: StorageErrorKind])[] = [
  ["SQLITE_FULL", "full"],
  // The index of the write-ahead log could not grow.
  ["SQLITE_IOERR_SHMSIZE", "full"],
  // A quota is exhausted, or the disk accepts no more data.
  ["SQLITE_IOERR_WRITE", "read-only"],
  ["SQLITE_IOERR_FSYNC", "read-only"],
  ["SQLITE_IOERR_TRUNCATE", "read-only"],
  ["SQLITE_READONLY", "read-only"],
  ["SQLITE_BUSY", "busy"],
  // Another statement of the same connection is running. It ends soon too.
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_CONSTRAINT_UNIQUE", "duplicate"],
  ["SQLITE_CONSTRAINT_PRIMARYKEY", "duplicate"],
];

/** Returns the error of a migration that was rolled back, with its reason. */
export function createMigrationError(name: string, cause: unknown): DatabaseError {
  const isFull = getStorageErrorKind(cause) === "full";
  const text = cause instanceof Error ? cause.message : String(cause);
  const reason = isFull ? "the disk is full; free up space and try again" : text;
  const message = `migration ${name} failed and was rolled back; your data is unchanged: ${reason}`;
  return new DatabaseError(message, { cause });
}

/** Returns the code of an SQLite error, undefined for other errors. */
const fileErrorCodeOf = (error: unknown): string | undefined =>
  error instanceof Database.SqliteError ? error.code : undefined;

/** Database error in a form that can be sent between threads, where an error loses its class. */
export interface PackedDatabaseError {
  /** Engine's error code, or the name of our own error. */
  code: string;
  message: string;
}

const OWN_ERRORS: Record<string, (message: string) => Error> = {
  unusable: (message) => new DatabaseError(message),
  damaged: (message) => new DamagedDatabaseError(message),
  full: (message) => new StorageError("full", message),
  "read-only": (message) => new StorageError("read-only", message),
  detached: (message) => new StorageError("detached", message),
  busy: (message) => new StorageError("busy", message),
  duplicate: (message) => new StorageError("duplicate", message),
  unreachable: (message) => new StorageError("unreachable", message),
  unstorable: (message) => new StorageError("unstorable", message),
};

/** Returns null for errors that are not from the database. */
export function packDatabaseError(error: unknown): PackedDatabaseError | null {
  const code = codeOf(error);
  return code === undefined || !(error instanceof Error) ? null : { code, message: error.message };
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof StorageError) return error.kind;
  if (error instanceof DamagedDatabaseError) return "damaged";
  if (error instanceof UnreachableDatabaseError) return "unreachable";
  return error instanceof DatabaseError ? "unusable" : fileErrorCodeOf(error);
}

export const unpackDatabaseError = ({ code, message }: PackedDatabaseError): Error =>
  OWN_ERRORS[code]?.(message) ?? new Database.SqliteError(message, code);
