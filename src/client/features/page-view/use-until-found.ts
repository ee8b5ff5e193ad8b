import { useEffect, useEffectEvent } from "react";

interface EndlessList {
  hasMore: boolean;
  isLoadingMore: boolean;
  hasMoreFailed: boolean;
  loadMore: () => void;
}

/**
 * Continues a search that the server stopped before finding anything. Returns true while it continues. For rare terms
 * in a long list, the first pages may be empty.
 */
export function useUntilFound(list: EndlessList, isEmpty: boolean): boolean {
  const { hasMore, isLoadingMore, hasMoreFailed } = list;
  const isSearching = isEmpty && hasMore && !hasMoreFailed;
  const more = useEffectEvent(list.loadMore);
  useEffect(() => {
    if (isSearching && !isLoadingMore) more();
  }, [isSearching, isLoadingMore]);
  return isSearching;
}
