import { httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import type { inferRouterOutputs } from "@trpc/server";

import type { AppRouter } from "#server/app-router.ts";

/** The typed calls of the server as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

export type Outputs = inferRouterOutputs<AppRouter>;

/** Calls whose input may be too long for an address carry this context and travel in a body. */
export const IN_BODY = { isInBody: true };

/** Calls go to the page's own origin with its cookies, up to ten of one moment in one request. */
export const makeTrpcClient = () =>
  trpc.createClient({
    links: [
      splitLink({
        condition: ({ context }) => context["isInBody"] === true,
        true: httpLink({ url: "/trpc", methodOverride: "POST" }),
        false: httpBatchLink({ url: "/trpc", maxItems: 10 }),
      }),
    ],
  });
