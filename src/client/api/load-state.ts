/** State of a query, with the properties used here. */
export interface QueryState {
  data: unknown;
  isLoadingError: boolean;
  isFetching: boolean;
  refetch: (options?: { cancelRefetch: boolean }) => Promise<unknown>;
}

/** Returns whether loading failed, with a function that retries. A new request hides the error of the last one. */
export function loadState({ isLoadingError, isFetching, refetch }: QueryState) {
  return { isError: isLoadingError && !isFetching, retry: () => void refetch() };
}

/** State of a query for a list that loads page by page. */
export interface PagedQuery extends QueryState {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
}

/**
 * Loads the next page of a list. Waits for a running refetch first, because `fetchNextPage` would cancel it and the
 * list would lack the refetched data.
 */
export async function loadNextPage(query: PagedQuery): Promise<void> {
  if (query.isFetching && !query.isFetchingNextPage) await query.refetch({ cancelRefetch: false });
  await query.fetchNextPage({ cancelRefetch: false });
}

/**
 * Returns the state of a list that loads page by page. `shown` is the data on the page, which may lag behind the query.
 */
export function pagedList(query: PagedQuery, { shown }: { shown: unknown } = { shown: query.data }) {
  const { isError, retry } = loadState(query);
  return {
    isPending: shown === undefined && !isError,
    isError,
    retry,
    hasMore: shown !== undefined && query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    hasMoreFailed: query.isFetchNextPageError && !query.isFetching,
    loadMore: () => void loadNextPage(query),
  };
}
