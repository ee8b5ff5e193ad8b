import { useEffect, useMemo, useState } from "react";

import { firstPageOf, isShortOfPages } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import type { Paper, PaperQuery } from "#shared/papers/papers.ts";

import type { PapersFilter, Show } from "./papers-view-url.ts";

/** Even, so that a page fills two columns. */
export const PAGE_SIZE = 30;
const FRESH_MS = 5 * 60_000;
const NO_PAGES: readonly (readonly Paper[])[] = [];

export type PapersInput = PaperQuery & { show: Show };

/** The server's input for a filter. */
export function listInput({ search, category, from, to, show }: PapersFilter): PapersInput {
  return {
    limit: PAGE_SIZE,
    show,
    ...(search.trim() !== "" && { search: search.trim().slice(0, 200) }),
    ...(category !== null && { category }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
}

/** The papers that match, page by page. While others are on their way, the former ones stay. */
export function usePapers(input: PapersInput) {
  const isVisitNoted = useVisit();
  const { papers } = trpc.useUtils();
  const list = trpc.papers.list.useInfiniteQuery(input, {
    enabled: isVisitNoted,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (former) => former,
    refetchOnMount: (query) => isShortOfPages(query),
  });
  const { data, isLoadingError, isFetching, refetch } = list;
  const pages = useMemo(() => data?.pages.map(({ items }) => items) ?? NO_PAGES, [data]);
  const isError = isLoadingError && !isFetching;
  const [show, setShow] = useState(input.show);
  if (show !== input.show && !list.isPlaceholderData) setShow(input.show);

  function readAnew() {
    papers.list.setInfiniteData(input, (known) => known && firstPageOf(known));
    void refetch();
  }

  return {
    pages,
    /** Which papers these are, also while others are on their way. */
    show,
    /** How many papers match, and how many there are; null before the first reply. */
    counts: data?.pages[0]?.counts ?? null,
    isPending: data === undefined && !isError,
    isError,
    /** The papers on the page belong to the former filter. */
    isOutdated: list.isPlaceholderData,
    readAt: list.dataUpdatedAt,
    /** The papers are on their way from the first one on. */
    isReading: isFetching && !list.isFetchingNextPage,
    readAnew,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    hasMoreFailed: list.isFetchNextPageError && !isFetching,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void refetch(),
  };
}

/** Notes the visit before the list is requested, which marks by it what is new. */
function useVisit(): boolean {
  const { mutate, isSuccess, isError } = trpc.papers.visit.useMutation();
  useEffect(() => mutate(), [mutate]);
  return isSuccess || isError;
}

/** Categories to choose from, and counts over time. */
export const usePaperStats = () => trpc.papers.stats.useQuery();

/** How current the papers are. */
export const usePapersStatus = () => trpc.papers.status.useQuery(undefined, { staleTime: FRESH_MS }).data;

/** The one paper that a link leads to. */
export function useLinkedPaper(id: string) {
  const { data, isLoadingError, isFetching, refetch } = trpc.papers.get.useQuery({ id });
  const isError = isLoadingError && !isFetching;
  return { paper: data, isError, retry: () => void refetch() };
}
