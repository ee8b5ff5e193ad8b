import {
  type Operation,
  type TRPCLink,
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
} from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { type FetchLike, EventSource } from "eventsource";

import type { AppRouter } from "#server/web/trpc/app-router.ts";
import { isUnbatched } from "#shared/unbatched-procedures.ts";

import { readErrorData } from "./errors.ts";

export interface StackloopClientOptions {
  /** Server URL, such as http://localhost:3000. */
  url: string;
  /** API token, created under Account, Assistants. Without one, sign in with `auth.login`. */
  token?: string;
  /** Existing session instead of a token: the value of its cookie, or the cookie as `NAME=VALUE`. */
  session?: string;
}

/** Maximum length of an input in the URL. Longer inputs are sent in a body, because servers and proxies limit URLs. */
const MAX_INPUT_IN_URL = 3000;
const MAX_URL_LENGTH = 6000;
/** Statuses of a busy or restarting server. A subscription reconnects after them. */
const TEMPORARY_STATUSES = new Set([429, 502, 503, 504]);

/**
 * Creates typed calls to a StackLoop server: `client.tools.list.query()`. Later calls use the session that
 * `auth.login` or `auth.register` starts; in browsers, the browser sends it. Failed calls throw StackloopError.
 */
export function createStackloopClient(options: StackloopClientOptions) {
  const origin = readOrigin(options.url);
  const connection = createConnection(origin, options);
  const requests = { url: `${origin}/trpc`, fetch: connection.fetch, headers: connection.headers };
  return createTRPCClient<AppRouter>({
    links: [
      stackloopErrors(origin, connection.subscriptionErrors),
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: httpSubscriptionLink({
          url: requests.url,
          EventSource,
          eventSourceOptions: ({ op }) => ({ fetch: connection.fetchStream(op) }),
        }),
        false: splitLink({
          condition: ({ input }) => (JSON.stringify(input)?.length ?? 0) > MAX_INPUT_IN_URL,
          true: httpLink({ ...requests, methodOverride: "POST" }),
          false: splitLink({
            condition: ({ path }) => isUnbatched(path),
            true: httpLink(requests),
            false: httpBatchLink({ ...requests, maxItems: 10, maxURLLength: MAX_URL_LENGTH }),
          }),
        }),
      }),
    ],
  });
}

function readOrigin(url: string): string {
  if (!/^https?:\/\/[^/]/iu.test(url))
    throw new TypeError(`"${url}" isn't a server address. Use one such as http://localhost:3000.`);
  return url.replace(/\/+$/u, "");
}

/** Creates requests with the token or session of one client. */
function createConnection(origin: string, { token, session }: Omit<StackloopClientOptions, "url">) {
  const cookieName = origin.startsWith("https:") ? "__Host-session" : "session";
  let cookie = session === undefined || session.includes("=") ? session : `${cookieName}=${session}`;
  /** Errors of refused subscriptions, by operation id. */
  const subscriptionErrors = new Map<number, TRPCClientError<AppRouter>>();
  const headers = (): Record<string, string> => ({
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(cookie !== undefined && { cookie }),
  });
  // Browsers send and store cookies themselves. A token is not combined with the page's session.
  const credentials = token === undefined ? "include" : "omit";

  async function fetchCall(input: RequestInfo | URL | string, init?: { body?: unknown }) {
    const body = typeof init?.body === "string" ? init.body : undefined;
    const response = await fetch(input, { ...init, body, credentials });
    const setCookie = lastCookie(response.headers);
    if (setCookie !== undefined) cookie = setCookie.split(";")[0];
    if (!hasType(response, "json")) throw await readError(response);
    return response;
  }

  const fetchStream =
    ({ id }: Pick<Operation, "id">): FetchLike =>
    async (url, init) => {
      const response = await fetch(url, { ...init, headers: { ...init.headers, ...headers() }, credentials });
      if (TEMPORARY_STATUSES.has(response.status)) throw new Error(`the server replied ${response.status}`);
      if (!response.ok || !hasType(response, "event-stream"))
        subscriptionErrors.set(id, await readError(response));
      return response;
    };

  return { headers, fetch: fetchCall, fetchStream, subscriptionErrors };
}

const hasType = ({ headers }: Response, type: string): boolean =>
  headers.get("content-type")?.includes(type) === true;

/**
 * Returns the last cookie that the server sets. Undefined in browsers, which hide it. Early Node.js 18 has no
 * `getSetCookie`.
 */
function lastCookie(headers: Headers): string | undefined {
  const { getSetCookie }: Partial<Headers> = headers;
  return getSetCookie?.call(headers).at(-1) ?? headers.get("set-cookie") ?? undefined;
}

/** Returns the error of an unexpected reply. */
async function readError(response: Response): Promise<TRPCClientError<AppRouter>> {
  const meta = { response };
  try {
    return TRPCClientError.from<AppRouter>(await response.json(), { meta });
  } catch {
    return new TRPCClientError<AppRouter>(`the server replied ${response.status}`, { meta });
  }
}

/** Converts every failure to a StackloopError. */
const stackloopErrors =
  (origin: string, subscriptionErrors: Map<number, TRPCClientError<AppRouter>>): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const call = next(op).subscribe({
        ...observer,
        error(error) {
          observer.error(toStackloopError(subscriptionErrors.get(op.id) ?? error, origin));
        },
      });
      return () => {
        subscriptionErrors.delete(op.id);
        call.unsubscribe();
      };
    });

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
function toStackloopError(error: unknown, origin: string): StackloopError {
  if (error instanceof StackloopError) return error;
  const { cause, shape, meta, message } = TRPCClientError.from<AppRouter>(
    error instanceof Error ? error : new Error(messageOf(error)),
  );
  const errorDetails = { cause, shape, meta };
  if (shape || isAborted(cause)) return new StackloopError(message, errorDetails);
  const status = statusOf(meta);
  if (status !== undefined)
    return new StackloopError(
      `${origin} replied ${status}, but it isn't a StackLoop server. Check the address.`,
      errorDetails,
    );
  const currentOrigin = pageOrigin();
  return new StackloopError(
    currentOrigin === undefined || currentOrigin === new URL(origin).origin
      ? `${origin} can't be reached: ${causeMessageOf(cause) ?? message}`
      : `${origin} can't be reached from a page on ${currentOrigin}. Use the client on a page of ${origin} or outside a browser.`,
    errorDetails,
  );
}

/**
 * Returns the origin of the page that runs this code; undefined outside browsers. Browsers don't report why they
 * blocked a call.
 */
function pageOrigin(): string | undefined {
  const { location }: { location?: Location } = globalThis;
  return location?.origin;
}

const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
    ? error.message
    : "the connection failed";

const isAborted = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** Returns the message of an error's cause. Node.js reports the reason of "fetch failed" there. */
const causeMessageOf = (error: unknown): string | undefined =>
  error instanceof Error && error.cause instanceof Error && error.cause.message !== ""
    ? error.cause.message
    : undefined;
