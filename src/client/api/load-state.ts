interface Query {
  data: unknown;
  isLoadingError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** Returns if loading failed. A new request hides the error of the last one. */
export function loadState({ isLoadingError, isFetching, refetch }: Query) {
  return { isError: isLoadingError && !isFetching, retry: () => void refetch() };
}

interface PagedQuery extends Query {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Returns the state of a list that loads page by page. `shown` is the data that the page shows, maybe later. */
export function pagedList(query: PagedQuery, { shown }: { shown: unknown } = { shown: query.data }) {
  const { isError, retry } = loadState(query);
  return {
    isPending: shown === undefined && !isError,
    isError,
    retry,
    hasMore: shown !== undefined && query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    hasMoreFailed: query.isFetchNextPageError && !query.isFetching,
    loadMore: () => void query.fetchNextPage(),
  };
}
