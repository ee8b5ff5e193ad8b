import { useMemo } from "react";

import type { ItemHistory, Version } from "./item-history.ts";

/** Paged query for an item's versions, with only the properties used here. */
interface VersionPages {
  data: { pages: readonly { items: readonly Version[] }[] } | undefined;
  isLoadingError: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

/** Calls of a section for the history of an item. */
interface HistoryCalls {
  pages: VersionPages;
  farOff: {
    data: { items: readonly Version[] } | undefined;
    isLoading: boolean;
    isLoadingError: boolean;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  readAgain: () => Promise<void>;
  restore: {
    isPending: boolean;
    mutate: (
      request: { id: string; revision: number; baseRevision: number },
      then: { onSuccess: () => void; onError: (error: unknown) => void },
    ) => void;
  };
}

/** Builds an item's history from its section's calls. */
export function useItemHistory(id: string, { pages, farOff, restore, readAgain }: HistoryCalls): ItemHistory {
  const { data, isFetching } = pages;
  return {
    loaded: useMemo(() => data?.pages.flatMap(({ items }) => items), [data]),
    farOff: farOff.data?.items ?? [],
    isLoadingFarOff: farOff.isLoading,
    isError: (pages.isLoadingError && !isFetching) || (farOff.isLoadingError && !farOff.isFetching),
    retry: () => void (pages.isLoadingError ? pages : farOff).refetch(),
    readAgain: () => void readAgain(),
    isReadingAgain: isFetching && !pages.isFetchingNextPage,
    hasOlder: pages.hasNextPage,
    isLoadingOlder: pages.isFetchingNextPage,
    hasOlderFailed: pages.isFetchNextPageError && !isFetching,
    loadOlder: () => void pages.fetchNextPage(),
    isRestoring: restore.isPending,
    restore: (request, then) => restore.mutate({ id, ...request }, then),
  };
}

const VERSIONS_PER_PAGE = 50;

/** Returns the input of the paged version query. */
export const versionsOf = (id: string) => ({ id, limit: VERSIONS_PER_PAGE });

/** Query options: refetch each time a history opens, because other people may have saved a version. */
export const BY_PAGE = {
  gcTime: 0,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

/** Returns the input and options of the query for a version older than the loaded pages. */
export function farOffVersion(id: string, version: number | null, { data, hasNextPage }: VersionPages) {
  const last = data?.pages.at(-1)?.items.at(-1);
  const isFarOff = version !== null && hasNextPage && last !== undefined && version <= last.revision;
  return [
    { id, upTo: version ?? 1, limit: 2 },
    { enabled: isFarOff, gcTime: 0 },
  ] as const;
}
