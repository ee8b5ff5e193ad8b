import {
  hashKey,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

import { isSignedOut } from "./errors.ts";

/** Metadata of the one query for which a 401 is a valid result: nobody is signed in. */
export const MAY_BE_SIGNED_OUT = { mayBeSignedOut: true };

/** Creates a client that doesn't refetch or retry automatically. Calls `onSignedOut` when a session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const handleError = (error: unknown, query?: Query<unknown, unknown>) => {
    if (isSignedOut(error) && query?.meta?.["mayBeSignedOut"] !== true) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => handleError(error, query) }),
    mutationCache: new MutationCache({ onError: (error) => handleError(error) }),
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

/** Limit for automatic refetches, because refetching a list loads all its pages in sequence. */
const MAX_REFETCHED_PAGES = 3;

/** True if a query may be refetched automatically. False for a list with many loaded pages. */
export function hasFewPages({ state: { data } }: { state: { data: unknown } }): boolean {
  const pages = typeof data === "object" && data !== null && "pages" in data ? data.pages : null;
  return !Array.isArray(pages) || pages.length <= MAX_REFETCHED_PAGES;
}

/** Truncates a paged list to its first page. A refetch then requests only that page. */
export const firstPageOf = <Data extends { pages: unknown[]; pageParams: unknown[] }>(data: Data): Data => ({
  ...data,
  pages: data.pages.slice(0, 1),
  pageParams: data.pageParams.slice(0, 1),
});

/**
 * Matches a procedure's lists except the one with this key. They may lack a newly stored flag, so they are refetched.
 * The excluded list already shows the flag, and its items must not move.
 */
export function otherLists(key: QueryKey): { predicate: (query: { queryHash: string }) => boolean } {
  const hash = hashKey(key);
  return { predicate: ({ queryHash }) => queryHash !== hash };
}
