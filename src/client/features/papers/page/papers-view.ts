import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

import { usePageView, writeQuery } from "#client/features/page-view/use-page-view.ts";
import { paperShows } from "#shared/papers/paper-words.ts";

export type Show = (typeof paperShows)[number];

export interface PapersFilter {
  search: string;
  category: string | null;
  /** First and last day of publication, such as 2026-11-20; null for no bound. */
  from: string | null;
  to: string | null;
  show: Show;
}

/** Page state in the URL. */
interface PapersView {
  filter: PapersFilter;
  dialog: "add" | null;
  /** Id of the paper that a link opened, which is shown alone. */
  itemId: string | null;
}

export const NO_FILTER: PapersFilter = { search: "", category: null, from: null, to: null, show: "all" };

export const isFiltered = ({ search, category, from, to, show }: PapersFilter): boolean =>
  search.trim() !== "" || category !== null || from !== null || to !== null || show !== NO_FILTER.show;

const DAY = /^\d{4}-\d{2}-\d{2}$/u;

function readDay(text: string | null): string | null {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** Parses the URL's query. Ignores invalid parameters. */
export const readView = (query: URLSearchParams): PapersView => ({
  filter: {
    search: query.get("q") ?? "",
    category: query.get("category") || null,
    from: readDay(query.get("from")),
    to: readDay(query.get("to")),
    show: paperShows.find((show) => show === query.get("show")) ?? NO_FILTER.show,
  },
  dialog: query.get("dialog") === "add" ? "add" : null,
  itemId: query.get("paper") || null,
});

/** Returns the URL's query. The query of the default page is empty. */
export const writeView = ({ filter, dialog, itemId }: PapersView): URLSearchParams =>
  writeQuery({
    q: filter.search,
    category: filter.category,
    from: filter.from,
    to: filter.to,
    show: filter.show !== NO_FILTER.show && filter.show,
    dialog,
    paper: itemId,
  });

const ADDRESS = { read: readView, write: writeView };

/** Returns the page state from the URL, with stable functions that change it. */
export function usePapersView() {
  const { view, actions } = usePageView(ADDRESS);
  const [query] = useSearchParams();
  // Requests use the filter in the URL, which changes shortly after typing.
  const requested = useMemo(() => readView(query).filter, [query]);
  const papersActions = useMemo(
    () => ({
      search: actions.search,
      filter: (filter: Partial<PapersFilter>) => actions.filter(filter),
      clear: () => actions.filter(NO_FILTER),
      openAdd: () => actions.open("add"),
      close: actions.close,
      /** Shows a paper alone. Replaces an open dialog. */
      showPaper: (itemId: string) => actions.change({ dialog: null, itemId }, "replace"),
      /** Returns from a single paper to the list. */
      showList: () => actions.leaveFor({}),
    }),
    [actions],
  );
  return { view, requested, actions: papersActions };
}
