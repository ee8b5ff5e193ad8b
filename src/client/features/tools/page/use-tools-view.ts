import { useMemo } from "react";

import { type PageViewActions, usePageView } from "#client/features/page-view/use-page-view.ts";
import type { ToolFilter } from "#shared/tools.ts";

import { type Layout, readView, type ToolSort, type ToolsView, writeView } from "./tools-view-url.ts";

const ADDRESS = { read: readView, write: writeView };

export interface ToolsViewActions extends Omit<PageViewActions<ToolsView>, "change" | "leaveFor"> {
  sort: (sort: ToolSort) => void;
  showAs: (layout: Layout) => void;
  /** Leaves a dialog or the landscape for the list, filtered. */
  showList: (filter: Partial<ToolFilter>) => void;
}

/** What the page shows, kept in the address, and the ways to change it; these stay the same functions. */
export function useToolsView(): { view: ToolsView; actions: ToolsViewActions } {
  const { view, actions } = usePageView(ADDRESS);
  const toolsActions = useMemo((): ToolsViewActions => {
    const { change, leaveFor, ...shared } = actions;
    return {
      ...shared,
      sort: (sort) => change({ sort }, "replace"),
      showAs: (layout) => change({ layout }, "push"),
      showList: (filter) => leaveFor(filter, { layout: "table" }),
    };
  }, [actions]);
  return { view, actions: toolsActions };
}
