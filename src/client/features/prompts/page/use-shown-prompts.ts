import { useDeferredValue, useMemo } from "react";

import { matchesPromptFilter, type Prompt, type PromptFilter } from "#shared/prompts.ts";
import { sortRows } from "#shared/sorting.ts";

import { isFiltered, type PromptSort } from "./prompts-view-url.ts";

/** The prompts that the filter leaves, sorted. The search may lag behind the typing, which it must not slow down. */
export function useShownPrompts(prompts: readonly Prompt[], filter: PromptFilter, sort: PromptSort | null) {
  const search = useDeferredValue(filter.search);
  const { industry, modality, tag } = filter;
  const column = sort?.column;
  const direction = sort?.direction ?? "asc";

  const sorted = useMemo(
    () => (column ? sortRows(prompts, { column, direction }) : prompts),
    [prompts, column, direction],
  );
  return useMemo(() => {
    const wanted = { search, industry, modality, tag };
    return isFiltered(wanted) ? sorted.filter((prompt) => matchesPromptFilter(prompt, wanted)) : sorted;
  }, [sorted, search, industry, modality, tag]);
}
