import { useMemo } from "react";

import { type PageViewActions, usePageView } from "#client/features/page-view/use-page-view.ts";

import { type PromptSort, type PromptsView, readView, writeView } from "./prompts-view-url.ts";

const ADDRESS = { read: readView, write: writeView };

export interface PromptsViewActions extends Omit<PageViewActions<PromptsView>, "change" | "leaveFor"> {
  sort: (sort: PromptSort) => void;
  /** Leaves a dialog, if one is open, for the list, with the tag in the search box. */
  searchTag: (tag: string) => void;
}

/** What the page shows, kept in the address, and the ways to change it; these stay the same functions. */
export function usePromptsView(): { view: PromptsView; actions: PromptsViewActions } {
  const { view, actions } = usePageView(ADDRESS);
  const promptsActions = useMemo((): PromptsViewActions => {
    const { change, leaveFor, ...shared } = actions;
    return {
      ...shared,
      sort: (sort) => change({ sort }, "replace"),
      searchTag: (tag) => leaveFor({ search: tag }),
    };
  }, [actions]);
  return { view, actions: promptsActions };
}
