import { MutationCache, type Query, QueryCache, QueryClient } from "@tanstack/react-query";

import { isSignedOut } from "./errors.ts";

/** Marks the one query whose failure with 401 is a result: nobody is signed in. */
export const MAY_BE_SIGNED_OUT = { mayBeSignedOut: true };

/** Data never goes stale by itself and no call is retried; `onSignedOut` hears when a session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const hear = (error: unknown, query?: Query<unknown, unknown>) => {
    if (isSignedOut(error) && query?.meta?.["mayBeSignedOut"] !== true) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => hear(error, query) }),
    mutationCache: new MutationCache({ onError: (error) => hear(error) }),
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}
