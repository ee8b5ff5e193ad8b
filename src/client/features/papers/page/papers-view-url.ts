import { paperShows } from "#shared/papers/paper-words.ts";

export type Show = (typeof paperShows)[number];

export interface PapersFilter {
  search: string;
  category: string | null;
  /** Dates such as 2026-11-20. */
  from: string | null;
  to: string | null;
  show: Show;
}

/** Page state in the URL. */
export interface PapersView {
  filter: PapersFilter;
  dialog: "add" | null;
  /** Paper that a link opens, shown alone. */
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

/** Returns the URL's query, which is empty for the default page. */
export function writeView({ filter, dialog, itemId }: PapersView): URLSearchParams {
  const query = new URLSearchParams();
  if (filter.search !== "") query.set("q", filter.search);
  if (filter.category !== null) query.set("category", filter.category);
  if (filter.from !== null) query.set("from", filter.from);
  if (filter.to !== null) query.set("to", filter.to);
  if (filter.show !== NO_FILTER.show) query.set("show", filter.show);
  if (dialog !== null) query.set("dialog", dialog);
  if (itemId !== null) query.set("paper", itemId);
  return query;
}
