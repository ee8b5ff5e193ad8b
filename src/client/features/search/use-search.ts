import { useEffect, useMemo, useState } from "react";

import { pagedList } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import type { AskAnswer } from "#shared/search/ask.ts";
import type { SearchKind, SearchResult } from "#shared/search/search.ts";

/** Delay in ms before typing starts a search. */
const TYPING_DELAY_MS = 150;
/** Query options: results change in the background, so they are always refetched. Abandoned searches are cancelled. */
const UNCACHED = { staleTime: 0, trpc: { abortOnUnmount: true } } as const;

/** Loads search results page by page. The previous results remain until they arrive. */
export function useSearch(typed: string, kind: SearchKind | null) {
  const q = typed.trim();
  const search = trpc.search.all.useInfiniteQuery(
    { q, limit: 20, ...(kind !== null && { kind }) },
    {
      ...UNCACHED,
      enabled: q !== "",
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: (former) => former,
    },
  );
  const pages = q === "" ? undefined : search.data?.pages;
  const isError = q !== "" && search.isError && !search.isFetching && !search.isFetchNextPageError;
  return {
    ...pagedList(search),
    results: useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]),
    /**
     * Data that only the first page contains: the number of results by kind, and the parsed query. Null until the reply
     * arrives.
     */
    facts: pages?.[0] ?? null,
    isPending: q !== "" && pages === undefined && !isError,
    isError,
    /** True if the shown results belong to the previous search. */
    isOutdated: search.isPlaceholderData,
  };
}

const NO_RESULTS: readonly SearchResult[] = [];

/**
 * Searches while the user types, and cancels earlier searches. Until the results arrive, returns previous ones that
 * match the current text.
 */
export function useTypedSearch(typed: string) {
  const text = typed.trim();
  const q = useDebounced(text);
  const { data, isError, isFetching, isPlaceholderData, refetch } = trpc.search.all.useQuery(
    { q, mode: "typing", limit: 12 },
    { ...UNCACHED, enabled: q !== "", placeholderData: (former) => former },
  );
  const isOutdated = text !== q || isPlaceholderData;
  const results = useMemo(() => {
    if (text === "" || isError || data === undefined) return NO_RESULTS;
    return isOutdated ? data.items.filter((result) => containsWords(result, text)) : data.items;
  }, [text, isError, data, isOutdated]);
  return {
    results,
    isPending: text !== "" && (isOutdated || isFetching),
    isError: text !== "" && isError && !isFetching,
    retry: () => void refetch(),
  };
}

/** Delay in ms before a typed question is answered. */
export const ASKING_DELAY_MS = 400;

/** Returns quotations that answer a typed question. Undefined for an empty question, and until the answer arrives. */
export function useTypedAnswer(question: string): AskAnswer | undefined {
  const { mutate, data, variables } = trpc.search.ask.useMutation();
  useEffect(() => {
    if (question === "") return undefined;
    const timer = setTimeout(() => mutate({ question, ai: false }), ASKING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [mutate, question]);
  return variables?.question === question ? data : undefined;
}

/** True if a result contains all typed words. */
function containsWords({ title, people }: SearchResult, typed: string): boolean {
  const shown = `${title.map(({ text }) => text).join("")} ${people ?? ""}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => shown.includes(word));
}

/** Returns the text as of the last pause in typing. Returns an empty text at once. */
function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === "" ? 0 : TYPING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : paused;
}
