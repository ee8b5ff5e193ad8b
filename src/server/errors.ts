import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { ZodError } from "zod";

import { getStorageErrorKind } from "#db/error-kinds.ts";
import { type ItemKind, KINDS } from "#shared/kernel/item-address.ts";
import { TOO_LARGE_MESSAGE } from "#shared/pictures/image-rules.ts";

interface Issue {
  /** Field, with its parts joined by dots; empty for the whole input. */
  path: string;
  message: string;
}

/** Details of an error besides its message. */
interface Details {
  issues?: Issue[];
  /** Current item, for an edit based on an outdated one. */
  current?: unknown;
  retryAfterSeconds?: number;
}

class DetailedCause extends Error {
  readonly details: Details;
  constructor(details: Details) {
    super();
    this.details = details;
  }
}

function createError(code: TRPCError["code"], message: string, details?: Details): TRPCError {
  return new TRPCError({ code, message, ...(details && { cause: new DetailedCause(details) }) });
}

export const unauthorized = (message = "Unauthorized") => createError("UNAUTHORIZED", message);
export const badCredentials = () => createError("UNAUTHORIZED", "Invalid username or password");
export const forbidden = (message = "Forbidden") => createError("FORBIDDEN", message);
export const notFound = (message: string) => createError("NOT_FOUND", message);
export const invalid = (message: string, path = "") =>
  createError("BAD_REQUEST", message, { issues: [{ path, message }] });
export const itemNotFound = (kind: ItemKind) => {
  const { one } = KINDS[kind];
  return notFound(`${one.charAt(0).toUpperCase()}${one.slice(1)} not found`);
};
export const conflict = (message: string, current?: unknown) => createError("CONFLICT", message, { current });
export const tooLarge = (message = TOO_LARGE_MESSAGE) => createError("PAYLOAD_TOO_LARGE", message);
/** Error for a request that Express rejects. */
export const requestRejected = () => createError("BAD_REQUEST", "The server can't handle this request");
export const unmetCondition = () =>
  createError("PRECONDITION_FAILED", "A condition in the request headers isn't met");
/** Converts a conflict to the error for a request with an `If-Match` condition. */
export const toUnmetCondition = (error: unknown): unknown =>
  error instanceof TRPCError && error.code === "CONFLICT"
    ? createError("PRECONDITION_FAILED", error.message, readDetails(error.cause))
    : error;
export const unsupportedType = (message: string) => createError("UNSUPPORTED_MEDIA_TYPE", message);
export const isTooLarge = (error: unknown): boolean =>
  error instanceof TRPCError && error.code === "PAYLOAD_TOO_LARGE";
export const isNotFound = (error: unknown): boolean =>
  error instanceof TRPCError && error.code === "NOT_FOUND";
export const isUnsupportedType = (error: unknown): boolean =>
  error instanceof TRPCError && error.code === "UNSUPPORTED_MEDIA_TYPE";
/**
 * Creates a 504 if a service chosen by this server was too slow, otherwise a 502. For a URL typed by a user, omit
 * `error`, so that the user can't learn whether the address is closed or silent.
 */
export const upstreamFailed = (message: string, error?: unknown) =>
  createError(
    error instanceof UpstreamError && error.kind === "too slow" ? "GATEWAY_TIMEOUT" : "BAD_GATEWAY",
    message,
  );
export const unavailable = (message: string, retryAfterSeconds?: number) =>
  createError(
    "SERVICE_UNAVAILABLE",
    message,
    retryAfterSeconds === undefined ? undefined : { retryAfterSeconds },
  );
export const tooMany = (retryAfterSeconds: number, message?: string) =>
  createError(
    "TOO_MANY_REQUESTS",
    message ?? `Too many requests. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );

/** Error for more pending work than the server accepts. */
export const serverBusy = () => unavailable(STORAGE_REPLIES.busy.message, 10);
/** Error for low disk space, while there is still space for users' own content. */
export const storageLow = () =>
  new TRPCError({
    code: "SERVICE_UNAVAILABLE",
    message: STORAGE_REPLIES.low.message,
    cause: new StorageLow(),
  });
class StorageLow extends Error {}
export const serverStopping = () => unavailable("The server is restarting. Try again in a moment.", 10);
/** Error for a task that reached its limit of time or memory. */
export const taskTimedOut = () =>
  tooLarge("This takes longer than the server allows. Choose fewer items or a smaller file.");
export const taskOutOfMemory = () =>
  tooLarge("This needs more memory than the server allows. Choose fewer items or a smaller file.");
/** Error that nobody reads, because the client has disconnected. */
export const cancelled = () => createError("CLIENT_CLOSED_REQUEST", "The request was cancelled");

/** One of our own errors in a form that can be sent between threads. */
export interface Refusal {
  code: TRPCError["code"];
  message: string;
  details: Details;
}

/** Returns null for other errors, whose internals must stay hidden. */
export function packRefusal(error: unknown): Refusal | null {
  if (!(error instanceof TRPCError) || error.code === "INTERNAL_SERVER_ERROR") return null;
  return { code: error.code, message: error.message, details: readDetails(error.cause) };
}

export const unpackRefusal = ({ code, message, details }: Refusal): TRPCError =>
  createError(code, message, details);

/** Error reply, the same for REST and tRPC. */
interface ErrorReply {
  status: number;
  retryAfterSeconds: number | null;
  body: { message: string; code: string; issues?: Issue[]; current?: unknown; requestId?: string };
}

const STORAGE_REPLIES = {
  full: { status: 507, code: "INSUFFICIENT_STORAGE", message: "Server storage is full" },
  low: {
    status: 507,
    code: "INSUFFICIENT_STORAGE",
    message:
      "Server storage is almost full, so uploads and fetching are paused. Ask your administrator to free up disk space.",
  },
  "read-only": {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message: "The server can't save anything right now. Try again later.",
  },
  detached: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message:
      "The server can't save anything, because its database file was moved, replaced or deleted. Ask your administrator.",
  },
  busy: { status: 503, code: "SERVICE_UNAVAILABLE", message: "The server is busy. Try again in a moment." },
  unreachable: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message: "The database cannot be reached. Try again in a moment.",
  },
  unstorable: {
    status: 400,
    code: "BAD_REQUEST",
    message: "Remove invisible control characters or broken symbols from this text",
  },
  duplicate: { status: 409, code: "CONFLICT", message: "This already exists" },
} as const;

/** Converts any error to a reply: our own errors unchanged, others without internals. */
export function replyTo(error: unknown, requestId: string): ErrorReply {
  const cause = error instanceof TRPCError ? error.cause : error;
  const storageError = cause instanceof StorageLow ? "low" : getStorageErrorKind(cause);
  if (storageError) {
    const { status, code, message } = STORAGE_REPLIES[storageError];
    return { status, retryAfterSeconds: null, body: { message, code } };
  }
  if (!(error instanceof TRPCError) || error.code === "INTERNAL_SERVER_ERROR") {
    return {
      status: 500,
      retryAfterSeconds: null,
      body: { message: "Internal server error", code: "INTERNAL_SERVER_ERROR", requestId },
    };
  }
  const details = readDetails(cause);
  return {
    status: getHTTPStatusCodeFromError(error),
    retryAfterSeconds: details.retryAfterSeconds ?? null,
    body: {
      message: cause instanceof ZodError ? (details.issues?.[0]?.message ?? error.message) : error.message,
      code: error.code,
      ...(details.issues && { issues: details.issues }),
      ...(details.current !== undefined && { current: details.current }),
    },
  };
}

/** Maximum number of validation issues in a reply. */
const MAX_ISSUES = 100;

function readDetails(cause: unknown): Details {
  if (cause instanceof DetailedCause) return cause.details;
  if (cause instanceof ZodError) {
    return {
      issues: cause.issues
        .slice(0, MAX_ISSUES)
        .map(({ path, message }) => ({ path: path.map(String).join("."), message })),
    };
  }
  return {};
}

/** Error of an outside service, and base of the integrations' errors. Its message can be shown to users. */
export class UpstreamError<Kind extends string> extends Error {
  readonly kind: Kind | "too slow";
  /** Details for the log only. Never contains a key. */
  readonly detail: string;
  /** Status of the service's reply, if any. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    kind: Kind | "too slow",
    detail: string,
    reply: { status?: number | null; retryAfterMs?: number | null } = {},
  ) {
    super(message);
    this.kind = kind;
    this.detail = detail;
    this.status = reply.status ?? null;
    this.retryAfterMs = reply.retryAfterMs ?? null;
  }
}
