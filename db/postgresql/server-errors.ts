import { DatabaseError as ServerReply, type Pool } from "pg";

import { DatabaseError, StorageError, type StorageErrorKind } from "../errors.ts";

/** What happened to a statement may be done again from the start of its transaction. */
const REPEATABLE = new Set(["40001", "40P01"]);
/** Of two transactions that store the same key at once, the later one may find the other's when it is done again. */
const DUPLICATE = "23505";
const MISSING_RIGHT = "42501";

/** So often is a transaction done again that met another one. */
const REPETITIONS = 3;

/** By the beginnings of codes (https://www.postgresql.org/docs/15/errcodes-appendix.html). */
const KINDS: readonly (readonly [prefix: string, kind: StorageErrorKind])[] = [
  ["53100", "full"],
  ["25006", "read-only"],
  // A text with the character NUL, which this kind of database has in no text.
  ["22021", "unstorable"],
  // Serialization failures, deadlocks, too many connections or locks, statements and waits that take too long.
  ["40", "busy"],
  ["53", "busy"],
  ["55P03", "busy"],
  ["57014", "busy"],
  ["25P03", "busy"],
  // The server stops, starts or has lost its process.
  ["57P", "unreachable"],
  ["08", "unreachable"],
  // It lets nobody in: the password was changed, or the database is gone.
  ["28", "unreachable"],
  ["3D000", "unreachable"],
];

/** A statement that met others and may be repeated with its whole transaction, at most so many times. */
export class RepeatableError extends StorageError {
  override readonly name = "StorageError";
  readonly repetitions: number;

  constructor(kind: StorageErrorKind, repetitions: number, cause: Error) {
    super(kind, cause.message, { cause });
    this.repetitions = repetitions;
  }
}

/** What the driver threw as an error of ours, where a person is told of it; anything else as it is. */
export function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error;
  if (error instanceof ServerReply) return toReplyError(error);
  return isConnectionError(error) ? new StorageError("unreachable", error.message, { cause: error }) : error;
}

/** The same of what a pool threw, which says of too few connections what it says of no server. */
export function toPoolError(pool: Pool, error: unknown): unknown {
  const isTooLate = error instanceof Error && error.message.startsWith("timeout exceeded");
  return isTooLate && pool.totalCount >= pool.options.max
    ? new StorageError("busy", "all connections to the database are in use", { cause: error })
    : toStorageError(error);
}

function toReplyError(error: ServerReply): Error {
  const code = error.code ?? "";
  if (REPEATABLE.has(code)) return new RepeatableError("busy", REPETITIONS, error);
  if (code === DUPLICATE) return new RepeatableError("duplicate", 1, error);
  if (code === MISSING_RIGHT)
    return new DatabaseError(
      `${error.message}; the user in DATABASE_URL should own the database and all its tables`,
      { cause: error },
    );
  const kind = KINDS.find(([prefix]) => code.startsWith(prefix))?.[1];
  return kind === undefined ? error : new StorageError(kind, error.message, { cause: error });
}

// The driver's own errors have no code: they are told by what they say.
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|timeout exceeded|timeout expired|Query read timeout|Client (?:has encountered a connection error|was closed)|The server does not support SSL)/u;

const isConnectionError = (error: Error): boolean =>
  ("syscall" in error && "code" in error) || CONNECTION_MESSAGES.test(error.message);

/** Whether a server did not reply in time, and nothing has said that the connection is broken. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && /^(?:Query read timeout|timeout expired)/u.test(error.message);
