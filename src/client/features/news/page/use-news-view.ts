import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

import { usePageView } from "#client/features/page-view/use-page-view.ts";

import { NO_FILTER, type NewsFilter, readView, writeView } from "./news-view-url.ts";

const ADDRESS = { read: readView, write: writeView };

export interface NewsViewActions {
  search: (text: string) => void;
  filter: (filter: Partial<NewsFilter>) => void;
  clear: () => void;
  /** Leaves the one article of a link for the list, filtered or as it was. */
  showList: (filter?: Partial<NewsFilter>) => void;
}

/** What the page shows, kept in the address, and the ways to change it; these stay the same functions. */
export function useNewsView() {
  const { view, actions } = usePageView(ADDRESS);
  const [query] = useSearchParams();
  // The address follows the typing after a pause: requests are made from there.
  const requested = useMemo(() => readView(query).filter, [query]);
  const newsActions = useMemo(
    (): NewsViewActions => ({
      search: actions.search,
      filter: actions.filter,
      clear: () => actions.filter(NO_FILTER),
      showList: (filter = {}) => actions.leaveFor(filter),
    }),
    [actions],
  );
  return { filter: view.filter, linkedId: view.itemId, requested, actions: newsActions };
}
