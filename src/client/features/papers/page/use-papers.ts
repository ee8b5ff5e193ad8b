import { useEffect, useMemo, useState } from "react";

import { loadState, pagedList } from "#client/api/load-state.ts";
import { firstPageOf, isShortOfPages } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import { useFormulas } from "#client/format/tex-text.tsx";
import { useArrival } from "#client/ui/use-arrival.ts";
import { isRanked } from "#shared/papers/paper-words.ts";
import type { Paper, PaperPage, PaperQuery } from "#shared/papers/papers.ts";

import type { PapersFilter, Show } from "./papers-view-url.ts";

/** An even number, so that a page fills two columns. */
export const PAGE_SIZE = 30;
const FRESH_MS = 5 * 60_000;
/** Interval for checking if the server has ranked papers after the third star. */
const WAIT_MS = 3000;
const NO_PAGES: readonly (readonly Paper[])[] = [];
const NO_PAPERS: readonly Paper[] = [];

export type PapersInput = PaperQuery & { show: Show };

/** Returns the server's input for a filter. */
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

/** Loads matching papers page by page. Previous ones remain while others load. */
export function usePapers(input: PapersInput) {
  const isVisitNoted = useVisit();
  const { papers } = trpc.useUtils();
  const list = trpc.papers.list.useInfiniteQuery(input, {
    enabled: isVisitNoted,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (former) => former,
    refetchInterval: ({ state }) => isOnlyRanked(input) && isWaiting(state.data?.pages[0]) && WAIT_MS,
    refetchOnMount: (query) => isShortOfPages(query),
  });
  const { refetch } = list;
  const isDrawable = useFormulasOf(list.data?.pages[0]?.items ?? NO_PAPERS);
  const data = useArrival(isDrawable ? list.data : undefined);
  const pages = useMemo(() => data?.pages.map(({ items }) => items) ?? NO_PAGES, [data]);
  const [show, setShow] = useState(input.show);
  if (show !== input.show && !list.isPlaceholderData) setShow(input.show);

  function refetchList() {
    papers.list.setInfiniteData(input, (known) => known && firstPageOf(known));
    void refetch();
  }

  return {
    ...pagedList(list, { shown: data }),
    pages,
    /** Filter of the shown papers, also while others load. */
    show,
    /** Number of matching papers and of all; null before the first reply. */
    counts: data?.pages[0]?.counts ?? null,
    note: data?.pages[0]?.note ?? null,
    /** True if the shown papers belong to the previous filter. */
    isOutdated: list.isPlaceholderData,
    readAt: list.dataUpdatedAt,
    /** True while the papers load from the first page. */
    isReading: list.isFetching && !list.isFetchingNextPage,
    refetchList,
  };
}

/** True once the formulas of these papers can be drawn. */
function useFormulasOf(papers: readonly Paper[]): boolean {
  return useFormulas(useMemo(() => papers.flatMap(({ title, abstract }) => [title, abstract]), [papers]));
}

/** True if no other filter can exclude recommended papers. */
const isOnlyRanked = ({ show, search, category, from, to }: PapersInput): boolean =>
  isRanked(show) && [search, category, from, to].every((value) => value === undefined);

/** True if papers are recommended, but not ranked yet. */
const isWaiting = (page: PaperPage | undefined): boolean =>
  page?.note === null && page.counts?.matching === 0;

/** Records the visit before the list is requested, because new papers are determined by it. */
function useVisit(): boolean {
  const { mutate, isSuccess, isError } = trpc.papers.visit.useMutation();
  useEffect(() => mutate(), [mutate]);
  return isSuccess || isError;
}

/** Returns the categories and the numbers of papers over time. */
export const usePaperStats = () => trpc.papers.stats.useQuery();

/** Returns the time and state of the last paper update. */
export const usePapersStatus = () => trpc.papers.status.useQuery(undefined, { staleTime: FRESH_MS }).data;

/** Single paper that a link opens. */
export function useLinkedPaper(id: string) {
  const query = trpc.papers.get.useQuery({ id });
  const { data } = query;
  const isDrawable = useFormulasOf(useMemo(() => (data ? [data] : NO_PAPERS), [data]));
  return { ...loadState(query), paper: isDrawable ? data : undefined };
}
