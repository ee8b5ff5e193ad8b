import { DatabaseError as ServerReply, type Pool } from "pg";

import { DatabaseError, StorageError, type StorageErrorKind } from "../errors.ts";

/** Error codes after which the whole transaction may be repeated. */
const REPEATABLE = new Set(["40001", "40P01"]);
/** Two transactions may store the same key at once. When repeated, the second may find the other's row. */
const DUPLICATE = "23505";
const MISSING_RIGHT = "42501";

/** Maximum number of repetitions after conflicts. */
const MAX_REPETITIONS = 3;

/** Error kinds by code prefix (https://www.postgresql.org/docs/15/errcodes-appendix.html). */
const KINDS: readonly (readonly [prefix: string, kind: StorageErrorKind])[] = [
  ["53100", "full"],
  ["25006", "read-only"],
  // A text with the character NUL, which PostgreSQL can't store.
  ["22021", "unstorable"],
  // Serialization failures, deadlocks, too many connections or locks, statements and waits that take too long.
  ["40", "busy"],
  ["53", "busy"],
  ["55P03", "busy"],
  ["57014", "busy"],
  ["25P03", "busy"],
  // The server is stopping or starting, or its process crashed.
  ["57P", "unreachable"],
  ["08", "unreachable"],
  // Connection refused: the password was changed, or the database was deleted.
  ["28", "unreachable"],
  ["3D000", "unreachable"],
];

/** Statement that failed on a conflict. Its transaction may be repeated, up to a limit. */
export class RepeatableError extends StorageError {
  override readonly name = "StorageError";
  readonly repetitions: number;

  constructor(kind: StorageErrorKind, repetitions: number, cause: Error) {
    super(kind, cause.message, { cause });
    this.repetitions = repetitions;
  }
}

/** Converts a driver error to ours if users can see it. Returns other errors unchanged. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error;
  if (error instanceof ServerReply) return toReplyError(error);
  return isConnectionError(error) ? new StorageError("unreachable", error.message, { cause: error }) : error;
}

/** Converts a pool error. Pools report exhaustion with the same message as an unreachable server. */
export function toPoolError(pool: Pool, error: unknown): unknown {
  const isTooLate = error instanceof Error && error.message.startsWith("timeout exceeded");
  return isTooLate && pool.totalCount >= pool.options.max
    ? new StorageError("busy", "all connections to the database are in use", { cause: error })
    : toStorageError(error);
}

function toReplyError(error: ServerReply): Error {
  const code = error.code ?? "";
  if (REPEATABLE.has(code)) return new RepeatableError("busy", MAX_REPETITIONS, error);
  if (code === DUPLICATE) return new RepeatableError("duplicate", 1, error);
  if (code === MISSING_RIGHT)
    return new DatabaseError(
      `${error.message}; the user in DATABASE_URL should own the database and all its tables`,
      { cause: error },
    );
  const kind = KINDS.find(([prefix]) => code.startsWith(prefix))?.[1];
  return kind === undefined ? error : new StorageError(kind, error.message, { cause: error });
}

// The driver's own errors have no code, only a message.
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|timeout exceeded|timeout expired|Query read timeout|Client (?:has encountered a connection error|was closed)|The server does not support SSL)/u;

const isConnectionError = (error: Error): boolean =>
  ("syscall" in error && "code" in error) || CONNECTION_MESSAGES.test(error.message);

/** True if the server didn't reply in time and no connection error was reported. */
export const isMissingReply = (error: unknown): boolean =>
  error instanceof Error && /^(?:Query read timeout|timeout expired)/u.test(error.message);
