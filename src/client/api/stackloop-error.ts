import { TRPCClientError } from "@trpc/client";

import type { AppRouter } from "#server/web/trpc/app-router.ts";

import { readErrorData } from "./errors.ts";

/** Failed call. `message` is a sentence for users; `status` is undefined if no server replied. */
export class StackloopError extends TRPCClientError<AppRouter> {
  override readonly name = "StackloopError";
  /** HTTP status, such as 404. */
  readonly status: number | undefined;
  /** Kind of failure, such as NOT_FOUND. */
  readonly code: string | undefined;
  /** Validation issues by field. */
  readonly issues: { path: string; message: string }[];
  /** The current item, if an edit was based on an outdated revision. */
  readonly current: unknown;
  /** Seconds to wait before trying again. */
  readonly retryAfterSeconds: number | undefined;
  /** Request id in the server's log, for internal server errors. */
  readonly requestId: string | undefined;

  constructor(message: string, { cause, shape, meta }: Partial<TRPCClientError<AppRouter>>) {
    super(message, {
      ...(shape && { result: { error: shape } }),
      ...(cause && { cause }),
      ...(meta && { meta }),
    });
    // The parent class sets its own prototype.
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

/** Returns the error of a call to the server at `origin`. */
export function toStackloopError(error: unknown, origin: string): StackloopError {
  if (error instanceof StackloopError) return error;
  const { cause, shape, meta, message } = TRPCClientError.from<AppRouter>(
    error instanceof Error ? error : new Error(messageOf(error)),
  );
  const parts = { cause, shape, meta };
  if (shape || isAborted(cause)) return new StackloopError(message, parts);
  const status = statusOf(meta);
  if (status !== undefined)
    return new StackloopError(
      `${origin} replied ${status}, but not as StackLoop does. Check the address.`,
      parts,
    );
  const page = pageOrigin();
  return new StackloopError(
    page === undefined || page === new URL(origin).origin
      ? `${origin} can't be reached: ${reasonOf(cause) ?? message}`
      : `${origin} can't be reached from a page of ${page}. Use the client in a page of ${origin} or outside browsers.`,
    parts,
  );
}

/** Returns the origin of the page that runs this in a browser. Browsers don't report why they blocked a call. */
function pageOrigin(): string | undefined {
  const { location }: { location?: Location } = globalThis;
  return location?.origin;
}

const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
    ? error.message
    : "the connection failed";

const isAborted = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** Returns the cause. Node.js stores it there for "fetch failed". */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof Error && error.cause instanceof Error && error.cause.message !== ""
    ? error.cause.message
    : undefined;
