import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

import { usePageView } from "#client/features/page-view/use-page-view.ts";

import { NO_FILTER, type PapersFilter, readView, writeView } from "./papers-view-url.ts";

const ADDRESS = { read: readView, write: writeView };

/** Returns the page state from the URL with functions to change it. The functions are stable. */
export function usePapersView() {
  const { view, actions } = usePageView(ADDRESS);
  const [query] = useSearchParams();
  // The URL updates after a pause in typing, and requests use its filter.
  const requested = useMemo(() => readView(query).filter, [query]);
  const papersActions = useMemo(
    () => ({
      search: actions.search,
      filter: (filter: Partial<PapersFilter>) => actions.filter(filter),
      clear: () => actions.filter(NO_FILTER),
      openAdd: () => actions.open("add"),
      close: actions.close,
      /** Shows a paper alone, in place of an open dialog. */
      showPaper: (itemId: string) => actions.change({ dialog: null, itemId }, "replace"),
      /** Returns from a single paper to the list. */
      showList: () => actions.leaveFor({}),
    }),
    [actions],
  );
  return { view, requested, actions: papersActions };
}
