import {
  hashKey,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

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

/** Reading a list again reads all its pages, one after the other: more than these are left as they are. */
const MAX_PAGES_READ_AGAIN = 3;

/** True for what may be read again unasked: not for a list in which somebody has scrolled far down. */
export function isShortOfPages({ state: { data } }: { state: { data: unknown } }): boolean {
  const pages = typeof data === "object" && data !== null && "pages" in data ? data.pages : null;
  return !Array.isArray(pages) || pages.length <= MAX_PAGES_READ_AGAIN;
}

/** Of a list page by page the first one: a list that is read again from there asks for no other. */
export const firstPageOf = <Data extends { pages: unknown[]; pageParams: unknown[] }>(data: Data): Data => ({
  ...data,
  pages: data.pages.slice(0, 1),
  pageParams: data.pageParams.slice(0, 1),
});

/**
 * The other lists of a procedure, to be read again once a mark is stored: whoever changed the filter meanwhile may have
 * got them without it. In the list with this key the mark shows already, and nothing may move.
 */
export function listsBeside(key: QueryKey): { predicate: (query: { queryHash: string }) => boolean } {
  const hash = hashKey(key);
  return { predicate: ({ queryHash }) => queryHash !== hash };
}
