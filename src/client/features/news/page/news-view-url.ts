import { articleShows } from "#shared/news/article-shows.ts";

export type Show = (typeof articleShows)[number];

export interface NewsFilter {
  search: string;
  toolId: string | null;
  show: Show;
}

/** All that the address holds of the page. */
export interface NewsView {
  filter: NewsFilter;
  dialog: null;
  /** The one article that a link leads to; it stands alone. */
  itemId: string | null;
}

export const NO_FILTER: NewsFilter = { search: "", toolId: null, show: "all" };

/** Reads the query of the address; what makes no sense in it is as if it were not there. */
export const readView = (query: URLSearchParams): NewsView => ({
  filter: {
    search: query.get("q") ?? "",
    toolId: query.get("tool") || null,
    show: articleShows.find((show) => show === query.get("show")) ?? NO_FILTER.show,
  },
  dialog: null,
  itemId: query.get("article") || null,
});

/** The query of the address: the plain page has none. */
export function writeView({ filter: { search, toolId, show }, itemId }: NewsView): URLSearchParams {
  const query = new URLSearchParams();
  if (search !== "") query.set("q", search);
  if (toolId !== null) query.set("tool", toolId);
  if (show !== NO_FILTER.show) query.set("show", show);
  if (itemId !== null) query.set("article", itemId);
  return query;
}
