import { useMemo } from "react";

import type { ItemHistory, Version } from "./item-history.ts";

/** The call for the versions of an item, page by page, as far as it is needed here. */
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

/** The calls of a section for the history of one of its items. */
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

/** What the history of an item shows, made of the calls of its section. */
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

/** What the call for the versions of an item is asked, page by page. */
export const versionsOf = (id: string) => ({ id, limit: VERSIONS_PER_PAGE });

/** How it is asked: anew each time a history opens, since others may have saved a version meanwhile. */
export const BY_PAGE = {
  gcTime: 0,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

/** What it is asked for a version that is further back than the pages that have come, and how. */
export function farOffVersion(id: string, version: number | null, { data, hasNextPage }: VersionPages) {
  const last = data?.pages.at(-1)?.items.at(-1);
  const isFarOff = version !== null && hasNextPage && last !== undefined && version <= last.revision;
  return [
    { id, upTo: version ?? 1, limit: 2 },
    { enabled: isFarOff, gcTime: 0 },
  ] as const;
}
