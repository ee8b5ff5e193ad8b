import {
  DamagedDatabaseError,
  DatabaseError,
  StorageError,
  type StorageErrorKind,
  UnreachableDatabaseError,
} from "./errors.ts";
import { fileErrorCodeOf, fileErrorKindOf, isFileDamage, unpackFileError } from "./sqlite/sqlite-errors.ts";

/** Whether a statement came upon a damaged page, or upon a file that is no database any more. */
export const isDamage = (error: unknown): boolean => isFileDamage(error);

/** Names what is behind a database error, or nothing for an error that is none of these. */
export function getStorageErrorKind(error: unknown): StorageErrorKind | undefined {
  if (error instanceof StorageError) return error.kind;
  return error instanceof UnreachableDatabaseError ? "unreachable" : fileErrorKindOf(error);
}

/** An error of the database in a form that can be sent between threads, on the way of which an error loses its class. */
export interface PackedDatabaseError {
  /** The code of the engine, or which of our own errors it is. */
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

/** Null for an error of anything else. */
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
  OWN_ERRORS[code]?.(message) ?? unpackFileError(code, message);
