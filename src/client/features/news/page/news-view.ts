import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

import { usePageView, writeQuery } from "#client/features/page-view/use-page-view.ts";
import { articleShows } from "#shared/news/feed-words.ts";

export type Show = (typeof articleShows)[number];

export interface NewsFilter {
  search: string;
  toolId: string | null;
  show: Show;
}

/** Page state in the URL. */
interface NewsView {
  filter: NewsFilter;
  dialog: null;
  /** Id of the article that a link opened, which is shown alone. */
  itemId: string | null;
}

export const NO_FILTER: NewsFilter = { search: "", toolId: null, show: "all" };

/** Parses the URL's query. Ignores invalid parameters. */
export const readView = (query: URLSearchParams): NewsView => ({
  filter: {
    search: query.get("q") ?? "",
    toolId: query.get("tool") || null,
    show: articleShows.find((show) => show === query.get("show")) ?? NO_FILTER.show,
  },
  dialog: null,
  itemId: query.get("article") || null,
});

/** Returns the URL's query. The query of the default page is empty. */
export const writeView = ({ filter: { search, toolId, show }, itemId }: NewsView): URLSearchParams =>
  writeQuery({ q: search, tool: toolId, show: show !== NO_FILTER.show && show, article: itemId });

const ADDRESS = { read: readView, write: writeView };

export interface NewsViewActions {
  search: (text: string) => void;
  filter: (filter: Partial<NewsFilter>) => void;
  clear: () => void;
  /** Returns from a single article to the list, with a new filter or the previous one. */
  showList: (filter?: Partial<NewsFilter>) => void;
}

/** Returns the page state from the URL, with stable functions that change it. */
export function useNewsView() {
  const { view, actions } = usePageView(ADDRESS);
  const [query] = useSearchParams();
  // Requests use the filter in the URL, which changes shortly after typing.
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
