import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink, type TRPCLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";

import type { AppRouter } from "#server/web/trpc/app-router.ts";
import { isCalledAlone } from "#shared/unbatched-procedures.ts";

import { isCachedList, cachedListLink } from "./cached-lists.ts";
import { isSignedOut } from "./errors.ts";
import { freshnessHeaders } from "./freshness.ts";

/** Returns the query cache key of a procedure. */
export { getQueryKey } from "@trpc/react-query";

/** Typed server calls as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

/** Context for calls whose input may be too long for a URL. They send it in the body. */
export const IN_BODY = { isInBody: true };

const CALLS = { url: "/trpc", headers: freshnessHeaders };

/** Reports subscriptions that ended with the session. The query client detects this for calls. */
const hearSignOut =
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
 * Creates the client. Calls go to the page's origin with its cookies, up to ten batched in one request. Subscriptions
 * use server-sent events; `onSignedOut` is called when one ends because the session has.
 */
export const createTrpcClient = (onSignedOut: () => void) =>
  trpc.createClient({
    links: [
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: [hearSignOut(onSignedOut), httpSubscriptionLink({ url: "/trpc" })],
        false: splitLink({
          condition: isCachedList,
          true: cachedListLink,
          false: splitLink({
            condition: ({ context }) => context["isInBody"] === true,
            true: httpLink({ ...CALLS, methodOverride: "POST" }),
            false: splitLink({
              condition: ({ path }) => isCalledAlone(path),
              true: httpLink(CALLS),
              false: httpBatchLink({ ...CALLS, maxItems: 10 }),
            }),
          }),
        }),
      }),
    ],
  });
