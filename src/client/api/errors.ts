import { TRPCClientError } from "@trpc/client";

/** Error data from the server. Parsed without zod, which the first page doesn't load. */
interface ErrorData {
  httpStatus: number | undefined;
  code: string | undefined;
  requestId: string | undefined;
  issues: { path: string; message: string }[];
  current: unknown;
  retryAfterSeconds: number | undefined;
}

export function readErrorData(error: unknown): ErrorData | undefined {
  const data: unknown = error instanceof TRPCClientError ? error.data : undefined;
  if (typeof data !== "object" || data === null) return undefined;
  const {
    httpStatus,
    code,
    requestId,
    issues,
    current,
    retryAfterSeconds,
  }: { [Name in keyof ErrorData]?: unknown } = data;
  return {
    httpStatus: typeof httpStatus === "number" ? httpStatus : undefined,
    code: typeof code === "string" ? code : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
    issues: Array.isArray(issues) ? issues.filter((issue) => isIssue(issue)) : [],
    current,
    retryAfterSeconds: typeof retryAfterSeconds === "number" ? retryAfterSeconds : undefined,
  };
}

const isIssue = (issue: unknown): issue is { path: string; message: string } =>
  typeof issue === "object" &&
  issue !== null &&
  "path" in issue &&
  typeof issue.path === "string" &&
  "message" in issue &&
  typeof issue.message === "string";

// The server hides the messages of other internal errors. The messages for these statuses are meant for users.
const STATUSES_WITH_USER_MESSAGE = new Set([502, 503, 504, 507]);

/** Returns the server's message if it is meant for users, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  const status = statusOf(error);
  const isForUsers = status !== undefined && (status < 500 || STATUSES_WITH_USER_MESSAGE.has(status));
  return isForUsers && error instanceof Error && error.message !== "" ? error.message : fallback;
}

/** Returns validation issues by field, for a form. */
export const issuesOf = (error: unknown): { path: string; message: string }[] =>
  readErrorData(error)?.issues ?? [];

/** Returns the current item, if the server refused an edit of an outdated revision. */
export const currentItemOf = (error: unknown): unknown =>
  statusOf(error) === 409 ? readErrorData(error)?.current : undefined;

export const statusOf = (error: unknown): number | undefined => readErrorData(error)?.httpStatus;

/** True if the session has ended. False for a wrong password, which is a 401 too. */
export const isSignedOut = (error: unknown): boolean =>
  statusOf(error) === 401 && error instanceof Error && error.message.includes("Unauthorized");

/** Returns the time to wait before another attempt, in milliseconds. */
export function retryDelayOf(error: unknown): number | undefined {
  const seconds = readErrorData(error)?.retryAfterSeconds;
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Logs a failure that users don't need to see. */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the console is the only log in a browser
  console.error(what, error);
}

/**
 * Wraps the loader of a component that pages work without. If loading fails, it logs `failure` and the component
 * renders nothing.
 */
export const withEmptyFallback =
  <Component>(failure: string, load: () => Promise<Component>): (() => Promise<Component | (() => null)>) =>
  () =>
    load().catch((error: unknown) => {
      logFailure(failure, error);
      return () => null;
    });
