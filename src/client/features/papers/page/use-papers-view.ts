import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

import { usePageView } from "#client/features/page-view/use-page-view.ts";

import { NO_FILTER, type PapersFilter, readView, writeView } from "./papers-view-url.ts";

const ADDRESS = { read: readView, write: writeView };

/** What the page shows, kept in the address, and the ways to change it; these stay the same functions. */
export function usePapersView() {
  const { view, actions } = usePageView(ADDRESS);
  const [query] = useSearchParams();
  // The address follows the typing after a pause: requests are made from there.
  const requested = useMemo(() => readView(query).filter, [query]);
  const papersActions = useMemo(
    () => ({
      search: actions.search,
      filter: (filter: Partial<PapersFilter>) => actions.filter(filter),
      clear: () => actions.filter(NO_FILTER),
      /** Leaves the one paper of a link for the list. */
      showList: () => actions.leaveFor({}),
    }),
    [actions],
  );
  return { view, requested, actions: papersActions };
}
