import { useMemo } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { Deletion } from "#shared/kernel/deletions.ts";

const PAGE_SIZE = 20;
const NO_DELETIONS: readonly Deletion[] = [];

/** Loads restorable deletions page by page, the latest first. Refetches each time it is opened. */
export function useDeletions() {
  const list = trpc.deletions.list.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { getNextPageParam: ({ nextCursor }) => nextCursor, gcTime: 0 },
  );
  const { data, isLoadingError, isFetching } = list;
  const deletions = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? NO_DELETIONS, [data]);
  const isError = isLoadingError && !isFetching;
  return {
    deletions,
    isPending: data === undefined && !isError,
    isError,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    hasMoreFailed: list.isFetchNextPageError && !isFetching,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

/** Deletes an item permanently. */
export function usePurge() {
  const toast = useToast();
  const { deletions, events } = trpc.useUtils();
  return trpc.deletions.purge.useMutation({
    onSuccess: () => toast.success("Permanently Deleted"),
    onError: (error) => toast.failure("Not Deleted", messageOf(error, "Please try again.")),
    onSettled: () => {
      void deletions.list.invalidate();
      void events.list.invalidate();
    },
  });
}
