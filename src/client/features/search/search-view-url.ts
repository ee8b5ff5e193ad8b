import type { PageView } from "#client/features/page-view/use-page-view.ts";
import { type SearchKind, searchKindSchema } from "#shared/search/search.ts";

export interface SearchView extends PageView {
  filter: { search: string; kind: SearchKind | null };
}

export function readSearchView(query: URLSearchParams): SearchView {
  const kind = searchKindSchema.safeParse(query.get("kind"));
  return {
    filter: { search: query.get("q") ?? "", kind: kind.success ? kind.data : null },
    dialog: null,
    itemId: null,
  };
}

export function writeSearchView({ filter: { search, kind } }: SearchView): URLSearchParams {
  return new URLSearchParams({ ...(search !== "" && { q: search }), ...(kind !== null && { kind }) });
}
