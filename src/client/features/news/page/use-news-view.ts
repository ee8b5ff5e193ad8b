import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

import { usePageView } from "#client/features/page-view/use-page-view.ts";

import { NO_FILTER, type NewsFilter, readView, writeView } from "./news-view-url.ts";

const ADDRESS = { read: readView, write: writeView };

export interface NewsViewActions {
  search: (text: string) => void;
  filter: (filter: Partial<NewsFilter>) => void;
  clear: () => void;
  /** Returns from a single article to the list, with a new filter or the previous one. */
  showList: (filter?: Partial<NewsFilter>) => void;
}

/** Returns the page state from the URL with functions to change it. The functions are stable. */
export function useNewsView() {
  const { view, actions } = usePageView(ADDRESS);
  const [query] = useSearchParams();
  // The URL updates after a pause in typing, and requests use its filter.
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
