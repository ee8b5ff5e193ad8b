import { useEffect, useMemo, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import type { SearchKind, SearchResult } from "#shared/search/search.ts";

/** How long a search waits for the next key. */
const TYPING_PAUSE = 150;
/** What is found changes while nobody looks; a search that nobody waits for any more is taken back. */
const NEVER_KEPT = { staleTime: 0, trpc: { abortOnUnmount: true } } as const;

/** What is found, page by page. While other results are on their way, the former ones stay. */
export function useSearch(typed: string, kind: SearchKind | null) {
  const q = typed.trim();
  const search = trpc.search.all.useInfiniteQuery(
    { q, limit: 20, ...(kind !== null && { kind }) },
    {
      ...NEVER_KEPT,
      enabled: q !== "",
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: (former) => former,
    },
  );
  const pages = q === "" ? undefined : search.data?.pages;
  const { isFetching, refetch } = search;
  const isError = q !== "" && search.isError && !isFetching && !search.isFetchNextPageError;
  return {
    results: useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]),
    /** Of the first page: how many there are of each kind, and what was made of the query; null before the reply. */
    facts: pages?.[0] ?? null,
    isPending: q !== "" && pages === undefined && !isError,
    isError,
    /** The results on the page belong to the former search. */
    isOutdated: search.isPlaceholderData,
    hasMore: search.hasNextPage,
    isLoadingMore: search.isFetchingNextPage,
    hasMoreFailed: search.isFetchNextPageError && !isFetching,
    loadMore: () => void search.fetchNextPage(),
    retry: () => void refetch(),
  };
}

const NO_RESULTS: readonly SearchResult[] = [];

/**
 * What is found while somebody types: the latest search alone counts, and those before it are taken back. Until it is
 * here, those of the former results stay that fit what is typed now.
 */
export function useTypedSearch(typed: string) {
  const text = typed.trim();
  const q = usePaused(text);
  const { data, isError, isFetching, isPlaceholderData, refetch } = trpc.search.all.useQuery(
    { q, mode: "typing", limit: 12 },
    { ...NEVER_KEPT, enabled: q !== "", placeholderData: (former) => former },
  );
  const isOutdated = text !== q || isPlaceholderData;
  const results = useMemo(() => {
    if (text === "" || isError || data === undefined) return NO_RESULTS;
    return isOutdated ? data.items.filter((result) => fits(result, text)) : data.items;
  }, [text, isError, data, isOutdated]);
  return {
    results,
    isPending: text !== "" && (isOutdated || isFetching),
    isError: text !== "" && isError && !isFetching,
    retry: () => void refetch(),
  };
}

/** Whether a result shows all words that are typed. */
function fits({ title, people }: SearchResult, typed: string): boolean {
  const shown = `${title.map(({ text }) => text).join("")} ${people ?? ""}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => shown.includes(word));
}

/** A text as it was when typing last paused; an empty one at once. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === "" ? 0 : TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : paused;
}
