import { useDeferredValue, useMemo, useState } from "react";

import { sortRows } from "#shared/sorting.ts";
import { matchesToolFilter } from "#shared/tools.ts";
import type { Tool, ToolFilter } from "#shared/tools.ts";

import { isFiltered } from "./tools-view-url.ts";
import type { ToolSort } from "./tools-view-url.ts";

/** The tools that the filter leaves, sorted. The search may lag behind the typing, which it must not slow down. */
export function useShownTools(tools: readonly Tool[], filter: ToolFilter, sort: ToolSort | null) {
  const search = useDeferredValue(filter.search);
  const [now] = useState(() => new Date());
  const { industry, modality, isRecentOnly } = filter;
  const column = sort?.column;
  const direction = sort?.direction ?? "asc";

  const sorted = useMemo(
    () => (column ? sortRows(tools, { column, direction }, ["dateUpdated"]) : tools),
    [tools, column, direction],
  );
  return useMemo(() => {
    const wanted = { search, industry, modality, isRecentOnly };
    return isFiltered(wanted) ? sorted.filter((tool) => matchesToolFilter(tool, wanted, now)) : sorted;
  }, [sorted, search, industry, modality, isRecentOnly, now]);
}
