import {
  type Operation,
  type TRPCLink,
  TRPCClientError,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
} from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";

import type { AppRouter } from "#server/web/trpc/app-router.ts";
import { isUnbatched } from "#shared/unbatched-procedures.ts";

import { isSignedOut } from "./errors.ts";

/**
 * Time in milliseconds after a change notification during which requests ask for fresh data. It covers repeated fetches
 * in a burst of events.
 */
const FRESHNESS_MS = 5000;

let lastChangeAt = Number.NEGATIVE_INFINITY;

/** Records that this page was just notified of a change elsewhere. */
export function recordRemoteChange(): void {
  lastChangeAt = performance.now();
}

/**
 * Returns headers that make a server wait until it knows the change. The request may reach a server that hasn't read
 * the change from the shared database yet.
 */
export const freshnessHeaders = (): Record<string, string> =>
  performance.now() - lastChangeAt < FRESHNESS_MS ? { "x-after-change": "1" } : {};

/**
 * REST paths of complete lists, by procedure. The server caches these lists serialised and compressed, so a request
 * costs almost nothing.
 */
const CACHED_LIST_PATHS = new Map([
  ["tools.list", "/api/ai-tools"],
  ["prompts.list", "/api/prompts"],
  ["verdicts.present", "/api/verdicts"],
]);

const NEXT_PAGE = /<([^>]+)>; rel="next"/u;

/** True for a call that requests such a complete list. */
const isCachedList = ({ path, type, input }: Pick<Operation, "path" | "type" | "input">): boolean =>
  type === "query" &&
  CACHED_LIST_PATHS.has(path) &&
  (input === undefined || (typeof input === "object" && input !== null && Object.keys(input).length === 0));

/** Answers calls for complete lists from the REST API, in the form of the procedure's result. */
const cachedListLink: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      const controller = new AbortController();
      const signal = op.signal ? AbortSignal.any([op.signal, controller.signal]) : controller.signal;
      const sendResult = async () => {
        try {
          const items = await readCachedList(CACHED_LIST_PATHS.get(op.path) ?? "", signal);
          observer.next({ result: { type: "data", data: { items, nextCursor: null } } });
          observer.complete();
        } catch (error) {
          observer.error(toClientError(error));
        }
      };
      void sendResult();
      return () => controller.abort();
    });

const toClientError = (error: unknown) =>
  TRPCClientError.from<AppRouter>(error instanceof Error ? error : new Error(String(error)));

/**
 * Reads all pages of a list; the Link header contains the next page. The browser's cache revalidates the first page, so
 * an unchanged list is not sent again.
 */
export async function readCachedList(path: string, signal: AbortSignal): Promise<unknown[]> {
  const pages: unknown[][] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const response: Response = await fetch(next, { signal, headers: freshnessHeaders() });
    const body: unknown = await response.json();
    if (!response.ok || !Array.isArray(body)) throw toTrpcError(response.status, body);
    pages.push(body);
    next = NEXT_PAGE.exec(response.headers.get("Link") ?? "")?.[1];
  }
  return pages.flat(1);
}

/** Converts an error of the REST API to a tRPC error. */
function toTrpcError(httpStatus: number, body: unknown) {
  const message =
    typeof body === "object" && body !== null && "message" in body && typeof body.message === "string"
      ? body.message
      : "";
  return TRPCClientError.from<AppRouter>({ error: { message, code: -32_603, data: { httpStatus } } });
}

/** Returns the query cache key of a procedure. */
export { getQueryKey } from "@trpc/react-query";

/** Typed server calls as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

/** Context of calls that send their input in the body, because it may be too long for a URL. */
export const IN_BODY = { isInBody: true };

const LINK_OPTIONS = { url: "/trpc", headers: freshnessHeaders };

/** Reports subscriptions that ended with the session. For other calls, the query client does this. */
const signOutLink =
  (onSignedOut: () => void): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        ...observer,
        error(error) {
          if (isSignedOut(error)) onSignedOut();
          observer.error(error);
        },
      }),
    );

/**
 * Creates the client. Calls go to the page's origin with its cookies, up to ten in one request. Subscriptions use
 * server-sent events. Calls `onSignedOut` when one ends because the session has ended.
 */
export const createTrpcClient = (onSignedOut: () => void) =>
  trpc.createClient({
    links: [
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: [signOutLink(onSignedOut), httpSubscriptionLink({ url: "/trpc" })],
        false: splitLink({
          condition: isCachedList,
          true: cachedListLink,
          false: splitLink({
            condition: ({ context }) => context["isInBody"] === true,
            true: httpLink({ ...LINK_OPTIONS, methodOverride: "POST" }),
            false: splitLink({
              condition: ({ path }) => isUnbatched(path),
              true: httpLink(LINK_OPTIONS),
              false: httpBatchLink({ ...LINK_OPTIONS, maxItems: 10 }),
            }),
          }),
        }),
      }),
    ],
  });
