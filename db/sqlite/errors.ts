import Database from "better-sqlite3";

/** A database file that cannot be used as it is; the message says what to do. */
export class DatabaseError extends Error {
  override readonly name: string = "DatabaseError";
}

/** A database file whose content is lost or wrong, so that a backup has to take its place. */
export class DamagedDatabaseError extends DatabaseError {
  override readonly name = "DamagedDatabaseError";
}

/** What a failing statement means to the person waiting for it. */
export type StorageErrorKind = "full" | "read-only" | "busy" | "duplicate";

const FAULTS: readonly (readonly [prefix: string, fault: StorageErrorKind])[] = [
  ["SQLITE_FULL", "full"],
  // The index beside the write-ahead log cannot grow.
  ["SQLITE_IOERR_SHMSIZE", "full"],
  // A quota that is used up, or a disk that takes nothing more.
  ["SQLITE_IOERR_WRITE", "read-only"],
  ["SQLITE_IOERR_FSYNC", "read-only"],
  ["SQLITE_IOERR_TRUNCATE", "read-only"],
  ["SQLITE_READONLY", "read-only"],
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_CONSTRAINT_UNIQUE", "duplicate"],
  ["SQLITE_CONSTRAINT_PRIMARYKEY", "duplicate"],
];

/** Whether a statement came upon a damaged page, or upon a file that is no database any more. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/u.test(error.code);

/** An error of the database in a form that can be sent between threads, on the way of which an error loses its class. */
export interface PackedDatabaseError {
  /** The code of SQLite, or which of our own errors it is. */
  code: string;
  message: string;
}

const OWN_ERRORS = { unusable: DatabaseError, damaged: DamagedDatabaseError };

/** Null for an error of anything else. */
export function packDatabaseError(error: unknown): PackedDatabaseError | null {
  if (error instanceof Database.SqliteError) return { code: error.code, message: error.message };
  if (error instanceof DamagedDatabaseError) return { code: "damaged", message: error.message };
  return error instanceof DatabaseError ? { code: "unusable", message: error.message } : null;
}

export function unpackDatabaseError({ code, message }: PackedDatabaseError): Error {
  if (code === "damaged" || code === "unusable") return new OWN_ERRORS[code](message);
  return new Database.SqliteError(message, code);
}

/** Names the fault behind a database error, or nothing for an error that is none of these. */
export function getStorageErrorKind(error: unknown): StorageErrorKind | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined;
  const { code } = error;
  return FAULTS.find(([prefix]) => code.startsWith(prefix))?.[1];
}
