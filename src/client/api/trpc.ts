import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";

import type { AppRouter } from "#server/app-router.ts";

import { isKeptList, keptListLink } from "./kept-lists.ts";

/** The typed calls of the server as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

/** Calls whose input may be too long for an address carry this context and travel in a body. */
export const IN_BODY = { isInBody: true };

/**
 * Calls go to the page's own origin with its cookies, up to ten of one moment in one request. What is watched comes
 * as server-sent events.
 */
export const createTrpcClient = () =>
  trpc.createClient({
    links: [
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: httpSubscriptionLink({ url: "/trpc" }),
        false: splitLink({
          condition: isKeptList,
          true: keptListLink,
          false: splitLink({
            condition: ({ context }) => context["isInBody"] === true,
            true: httpLink({ url: "/trpc", methodOverride: "POST" }),
            false: httpBatchLink({ url: "/trpc", maxItems: 10 }),
          }),
        }),
      }),
    ],
  });
