import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  type Operation,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { EventSource, type FetchLike } from "eventsource";

import type { AppRouter } from "#server/web/trpc/app-router.ts";
import { isCalledAlone } from "#shared/unbatched-procedures.ts";

import { toStackloopError } from "./stackloop-error.ts";

export { StackloopError } from "./stackloop-error.ts";

export interface StackloopClientOptions {
  /** Server URL, such as http://localhost:3000. */
  url: string;
  /** API token, created under Account, Assistants. Without one, sign in with `auth.login`. */
  token?: string;
  /** Existing session instead of a token: the value of its cookie, or the cookie as `NAME=VALUE`. */
  session?: string;
}

/** Longer inputs are sent in a body, because servers and proxies limit URL lengths. */
const MAX_INPUT_IN_ADDRESS = 3000;
const MAX_ADDRESS = 6000;
/** Statuses of a busy or restarting server, after which a subscription reconnects. */
const PASSING = new Set([429, 502, 503, 504]);

/**
 * Creates typed calls to a StackLoop server: `client.tools.list.query()`. Later calls use the session that
 * `auth.login` or `auth.register` starts; in browsers, the browser sends it. Failed calls throw StackloopError.
 */
export function createStackloopClient(options: StackloopClientOptions) {
  const origin = readOrigin(options.url);
  const connection = connect(origin, options);
  const requests = { url: `${origin}/trpc`, fetch: connection.fetch, headers: connection.headers };
  return createTRPCClient<AppRouter>({
    links: [
      stackloopErrors(origin, connection.refusals),
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: httpSubscriptionLink({
          url: requests.url,
          EventSource,
          eventSourceOptions: ({ op }) => ({ fetch: connection.fetchStream(op) }),
        }),
        false: splitLink({
          condition: ({ input }) => (JSON.stringify(input)?.length ?? 0) > MAX_INPUT_IN_ADDRESS,
          true: httpLink({ ...requests, methodOverride: "POST" }),
          false: splitLink({
            condition: ({ path }) => isCalledAlone(path),
            true: httpLink(requests),
            false: httpBatchLink({ ...requests, maxItems: 10, maxURLLength: MAX_ADDRESS }),
          }),
        }),
      }),
    ],
  });
}

function readOrigin(url: string): string {
  if (!/^https?:\/\/[^/]/iu.test(url))
    throw new TypeError(`"${url}" is not the address of a server. It looks like http://localhost:3000.`);
  return url.replace(/\/+$/u, "");
}

/** Creates requests with the token or session of one client. */
function connect(origin: string, { token, session }: Omit<StackloopClientOptions, "url">) {
  const cookieName = origin.startsWith("https:") ? "__Host-session" : "session";
  let cookie = session === undefined || session.includes("=") ? session : `${cookieName}=${session}`;
  /** Errors of refused subscriptions, by operation id. */
  const refusals = new Map<number, TRPCClientError<AppRouter>>();
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
    if (!hasType(response, "json")) throw await readRefusal(response);
    return response;
  }

  const fetchStream =
    ({ id }: Pick<Operation, "id">): FetchLike =>
    async (url, init) => {
      const response = await fetch(url, { ...init, headers: { ...init.headers, ...headers() }, credentials });
      if (PASSING.has(response.status)) throw new Error(`the server replied ${response.status}`);
      if (!response.ok || !hasType(response, "event-stream")) refusals.set(id, await readRefusal(response));
      return response;
    };

  return { headers, fetch: fetchCall, fetchStream, refusals };
}

const hasType = ({ headers }: Response, type: string): boolean =>
  headers.get("content-type")?.includes(type) === true;

/** Returns the last cookie. Undefined in browsers, which hide it. Early Node.js 18 has no `getSetCookie`. */
function lastCookie(headers: Headers): string | undefined {
  const { getSetCookie }: Partial<Headers> = headers;
  return getSetCookie?.call(headers).at(-1) ?? headers.get("set-cookie") ?? undefined;
}

/** Returns the error of an unexpected reply. */
async function readRefusal(response: Response): Promise<TRPCClientError<AppRouter>> {
  const meta = { response };
  try {
    return TRPCClientError.from<AppRouter>(await response.json(), { meta });
  } catch {
    return new TRPCClientError<AppRouter>(`the server replied ${response.status}`, { meta });
  }
}

/** Converts every failure to a StackloopError. */
const stackloopErrors =
  (origin: string, refusals: Map<number, TRPCClientError<AppRouter>>): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const call = next(op).subscribe({
        ...observer,
        error(error) {
          observer.error(toStackloopError(refusals.get(op.id) ?? error, origin));
        },
      });
      return () => {
        refusals.delete(op.id);
        call.unsubscribe();
      };
    });
