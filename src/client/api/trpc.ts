import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink, type TRPCLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";

import type { AppRouter } from "#server/web/trpc/app-router.ts";
import { CALLED_ALONE } from "#shared/unbatched-procedures.ts";

import { isSignedOut } from "./errors.ts";
import { freshnessHeaders } from "./freshness.ts";
import { isKeptList, keptListLink } from "./kept-lists.ts";

/** The key under which the query client keeps what a procedure has answered. */
export { getQueryKey } from "@trpc/react-query";

/** The typed calls of the server as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

/** Calls whose input may be too long for an address carry this context and travel in a body. */
export const IN_BODY = { isInBody: true };

const CALLS = { url: "/trpc", headers: freshnessHeaders };

/** Tells when what is watched ended with the session; of calls the query client hears by itself. */
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
 * Calls go to the page's own origin with its cookies, up to ten of one moment in one request. What is watched comes
 * as server-sent events; `onSignedOut` hears when that ends because the session has.
 */
export const createTrpcClient = (onSignedOut: () => void) =>
  trpc.createClient({
    links: [
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: [hearSignOut(onSignedOut), httpSubscriptionLink({ url: "/trpc" })],
        false: splitLink({
          condition: isKeptList,
          true: keptListLink,
          false: splitLink({
            condition: ({ context }) => context["isInBody"] === true,
            true: httpLink({ ...CALLS, methodOverride: "POST" }),
            false: splitLink({
              condition: ({ path }) => CALLED_ALONE.has(path),
              true: httpLink(CALLS),
              false: httpBatchLink({ ...CALLS, maxItems: 10 }),
            }),
          }),
        }),
      }),
    ],
  });
