import { TRPCClientError } from "@trpc/client";

import type { AppRouter } from "#server/web/trpc/app-router.ts";

import { readErrorData } from "./errors.ts";

/** A call that failed. `message` is a sentence for people; `status` is undefined if no server replied. */
export class StackloopError extends TRPCClientError<AppRouter> {
  override readonly name = "StackloopError";
  /** The HTTP status, such as 404. */
  readonly status: number | undefined;
  /** The kind of failure, such as NOT_FOUND. */
  readonly code: string | undefined;
  /** What is wrong with the input, by field. */
  readonly issues: { path: string; message: string }[];
  /** The item as it is now, if an edit was based on an outdated revision. */
  readonly current: unknown;
  /** When to try again, in seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** The request's id in the server's log, for failures of the server itself. */
  readonly requestId: string | undefined;

  constructor(message: string, { cause, shape, meta }: Partial<TRPCClientError<AppRouter>>) {
    super(message, {
      ...(shape && { result: { error: shape } }),
      ...(cause && { cause }),
      ...(meta && { meta }),
    });
    // The parent sets its own.
    Object.setPrototypeOf(this, StackloopError.prototype);
    const data = readErrorData(this);
    this.status = data?.httpStatus ?? statusOf(meta);
    this.code = data?.code;
    this.issues = data?.issues ?? [];
    this.current = data?.current;
    this.retryAfterSeconds = data?.retryAfterSeconds;
    this.requestId = data?.requestId;
  }
}

const statusOf = (meta: Record<string, unknown> | undefined): number | undefined =>
  meta?.["response"] instanceof Response ? meta["response"].status : undefined;

/** The error of a call to the server at `origin`. */
export function toStackloopError(error: unknown, origin: string): StackloopError {
  if (error instanceof StackloopError) return error;
  const { cause, shape, meta, message } = TRPCClientError.from<AppRouter>(
    error instanceof Error ? error : new Error(messageOf(error)),
  );
  const parts = { cause, shape, meta };
  if (shape || isAborted(cause)) return new StackloopError(message, parts);
  const status = statusOf(meta);
  return new StackloopError(
    status === undefined
      ? `${origin} can't be reached: ${reasonOf(cause) ?? message}`
      : `${origin} replied ${status}, but not as StackLoop does. Check the address.`,
    parts,
  );
}

const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
    ? error.message
    : "the connection failed";

const isAborted = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** Node.js puts the reason into the cause of "fetch failed". */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof Error && error.cause instanceof Error && error.cause.message !== ""
    ? error.cause.message
    : undefined;
