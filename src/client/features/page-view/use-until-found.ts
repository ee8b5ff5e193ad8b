import { useEffect, useEffectEvent } from "react";

interface EndlessList {
  hasMore: boolean;
  isLoadingMore: boolean;
  hasMoreFailed: boolean;
  loadMore: () => void;
}

/**
 * Goes on where the server broke off its search before it had found anything; returns whether it is still at it. Of
 * something very rare in a long list the first pages may be empty.
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
