import { useCallback, useEffect, useMemo, useState } from "react";

import { messageOf, logFailure } from "#client/api/errors.ts";
import { loadState, pagedList } from "#client/api/load-state.ts";
import { otherLists, firstPageOf, hasFewPages } from "#client/api/query-client.ts";
import { getQueryKey, trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useLiveChanges } from "#client/features/live/use-live-changes.ts";
import type { PapersFilter, Show } from "#client/features/papers/page/papers-view.ts";
import { useFormulas } from "#client/format/tex-text.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { useDeferredFirstValue } from "#client/ui/use-deferred-first-value.ts";
import { EXTRACT_SOURCE, isRanked } from "#shared/papers/paper-words.ts";
import type { Paper, PaperQuery, PaperPage } from "#shared/papers/papers.ts";

type PaperChanges = Partial<Pick<Paper, "isStarred" | "isHidden" | "pplxSummary" | "summarySource">>;
export type ChangePaper = (paper: Paper, changes: PaperChanges) => void;

/**
 * Returns a function that updates a paper in the shown list. Lists under other filters are refetched when they are next
 * shown.
 */
export function useChangePaper(input: PaperQuery): ChangePaper {
  const { papers } = trpc.useUtils();
  return useCallback(
    ({ id, isHidden: wasHidden }, changes) => {
      const isHidden = changes.isHidden ?? wasHidden;
      const shift = Number(wasHidden) - Number(isHidden);
      papers.get.setData({ id }, (paper) => paper && { ...paper, ...changes });
      papers.list.setInfiniteData(
        input,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map(({ items, counts, ...page }) => ({
              ...page,
              counts: counts && {
                ...counts,
                total: counts.total + shift,
                matching: counts.matching + shift * countWeight(input.show),
              },
              // Pages without the paper remain the same arrays, so that they don't render again.
              items: items.some((paper) => paper.id === id)
                ? items.map((paper) => (paper.id === id ? { ...paper, ...changes } : paper))
                : items,
            })),
          },
      );
      void papers.list.invalidate(undefined, { refetchType: "none" });
    },
    [papers, input],
  );
}

/**
 * Returns the change of a list's count when a paper is unhidden. It is 0 for starred papers, because that list includes
 * hidden ones.
 */
function countWeight(show: PaperQuery["show"]): number {
  if (show === "starred") return 0;
  return show === "hidden" ? -1 : 1;
}

export type SetPaperFlags = (paper: Paper, mark: { isStarred: boolean } | { isHidden: boolean }) => void;

/** Returns a function that sets a paper's flags at once. Reverts that if the server refuses. */
export function useSetPaperFlags(input: PaperQuery, change: ChangePaper): SetPaperFlags {
  const toast = useToast();
  const { papers } = trpc.useUtils();
  const { mutateAsync } = trpc.papers.mark.useMutation();
  return useCallback(
    (paper, flags) => {
      change(paper, flags);
      mutateAsync({ id: paper.id, ...flags }).then(
        () =>
          void papers.list.invalidate(
            undefined,
            otherLists(getQueryKey(trpc.papers.list, input, "infinite")),
          ),
        (error: unknown) => {
          const { isStarred, isHidden } = paper;
          change({ ...paper, ...flags }, { isStarred, isHidden });
          toast.failure("Error", messageOf(error, "Failed to update paper"));
        },
      );
    },
    [papers, input, change, mutateAsync, toast],
  );
}

/** Adds summaries that other people requested to the papers in the list. */
export function useLiveSummaries(input: PaperQuery, change: ChangePaper): void {
  const { papers } = trpc.useUtils();
  async function show(paper: Paper) {
    try {
      const { pplxSummary, summarySource } = await papers.get.fetch({ id: paper.id }, { staleTime: 0 });
      change(paper, { pplxSummary, summarySource });
    } catch (error) {
      logFailure("Couldn't load a summary that another user requested", error);
    }
  }
  useLiveChanges(({ changes }) => {
    const edited = new Set(changes.flatMap(({ kind, itemId }) => (kind === "paper" ? itemId : [])));
    const listed = papers.list.getInfiniteData(input)?.pages.flatMap(({ items }) => items) ?? [];
    for (const paper of listed) if (edited.has(paper.id) && paper.pplxSummary === null) void show(paper);
  });
}

/** Returns a mutation that generates a paper's summary for everyone. */
export function useSummarize(paper: Paper, change: ChangePaper) {
  return trpc.papers.summarize.useMutation(
    useChange({
      done: ({ source }) => ({
        // An extract was not written by an AI model.
        title: source === EXTRACT_SOURCE ? "Summary Generated!" : "AI Summary Generated!",
        text: "The summary has been generated and saved for all users.",
      }),
      failed: {
        title: "Summary Generation Failed",
        text: "There was an error generating the AI summary. Please try again.",
      },
      onDone: ({ summary, source }) => change(paper, { pplxSummary: summary, summarySource: source }),
    }),
  );
}

/** Even, so that a page fills two columns. */
export const PAGE_SIZE = 30;
const STALE_TIME_MS = 5 * 60_000;
/** Interval in milliseconds of checks for recommendations, which the server computes after the third star. */
const RANKING_POLL_MS = 3000;
const NO_PAGES: readonly (readonly Paper[])[] = [];
const NO_PAPERS: readonly Paper[] = [];

type PapersInput = PaperQuery & { show: Show };

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

/** Loads matching papers page by page. The previous papers remain until they arrive. */
export function usePapers(input: PapersInput) {
  const isVisitRecorded = useRecordVisit();
  const { papers } = trpc.useUtils();
  const list = trpc.papers.list.useInfiniteQuery(input, {
    enabled: isVisitRecorded,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (former) => former,
    refetchInterval: ({ state }) =>
      isUnfilteredRanking(input) && isAwaitingRanking(state.data?.pages[0]) && RANKING_POLL_MS,
    refetchOnMount: (query) => hasFewPages(query),
  });
  const { refetch } = list;
  const canDrawFormulas = useFormulasOf(list.data?.pages[0]?.items ?? NO_PAPERS);
  const data = useDeferredFirstValue(canDrawFormulas ? list.data : undefined);
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
    /** Filter of the shown papers. While others load, this is the previous filter. */
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

/** True if only the recommendation filters the papers. */
const isUnfilteredRanking = ({ show, search, category, from, to }: PapersInput): boolean =>
  isRanked(show) && [search, category, from, to].every((value) => value === undefined);

/** True if recommendations are possible but not computed yet. */
const isAwaitingRanking = (page: PaperPage | undefined): boolean =>
  page?.note === null && page.counts?.matching === 0;

/**
 * Records the visit. Returns true once the list can be requested, because the visit determines which papers are new.
 */
function useRecordVisit(): boolean {
  const { mutate, isSuccess, isError } = trpc.papers.visit.useMutation();
  useEffect(() => mutate(), [mutate]);
  return isSuccess || isError;
}

/** Returns the categories and the number of papers over time. */
export const usePaperStats = () => trpc.papers.stats.useQuery();

/** Returns the time and state of the last paper update. */
export const usePapersStatus = () =>
  trpc.papers.status.useQuery(undefined, { staleTime: STALE_TIME_MS }).data;

/** Loads the paper that a link opens. */
export function useLinkedPaper(id: string) {
  const query = trpc.papers.get.useQuery({ id });
  const { data } = query;
  const canDrawFormulas = useFormulasOf(useMemo(() => (data ? [data] : NO_PAPERS), [data]));
  return { ...loadState(query), paper: canDrawFormulas ? data : undefined };
}
