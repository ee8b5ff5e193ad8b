import { useMemo } from "react";

import { trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import type { ActivityFilter, ActivityLine } from "#shared/kernel/activity.ts";

const PAGE_SIZE = 30;
const NO_LINES: readonly ActivityLine[] = [];

/** Loads activity page by page, the latest first. Refetches each time it is opened. */
export function useActivity(filter: ActivityFilter) {
  const list = trpc.events.list.useInfiniteQuery(
    { limit: PAGE_SIZE, ...filter },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: (former) => former,
      gcTime: 0,
    },
  );
  const { data, isLoadingError, isFetching } = list;
  const lines = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? NO_LINES, [data]);
  const isError = isLoadingError && !isFetching;
  return {
    lines,
    isPending: data === undefined && !isError,
    isError,
    /** True if the lines belong to the previous filter. */
    isOutdated: list.isPlaceholderData,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    hasMoreFailed: list.isFetchNextPageError && !isFetching,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

/** Exports the activity as a table. */
export function useExportActivity() {
  const { client } = trpc.useUtils();
  const { save, isPending } = useExport();
  return {
    // Always requested from the server: an export must not come from a cache.
    exportActivity: (filter: ActivityFilter) => void save(client.events.export.query(filter)),
    isPending,
  };
}
