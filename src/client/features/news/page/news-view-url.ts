import { articleShows } from "#shared/news/feed-words.ts";

export type Show = (typeof articleShows)[number];

export interface NewsFilter {
  search: string;
  toolId: string | null;
  show: Show;
}

/** Page state in the URL. */
export interface NewsView {
  filter: NewsFilter;
  dialog: null;
  /** Article that a link opens, shown alone. */
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

/** Returns the URL's query, which is empty for the default page. */
export function writeView({ filter: { search, toolId, show }, itemId }: NewsView): URLSearchParams {
  const query = new URLSearchParams();
  if (search !== "") query.set("q", search);
  if (toolId !== null) query.set("tool", toolId);
  if (show !== NO_FILTER.show) query.set("show", show);
  if (itemId !== null) query.set("article", itemId);
  return query;
}
