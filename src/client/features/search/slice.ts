import { Search } from "lucide-react";

import { ON_NEXT_VISIT, type Slice } from "#client/slice.ts";

export const searchSlice: Slice = {
  name: "search",
  pages: [
    {
      path: "/search",
      title: "Search",
      Icon: Search,
      load: async () => ({ Component: (await import("#client/features/search/search-page.tsx")).SearchPage }),
    },
  ],
  refresh: [
    {
      isAffected: ({ verb }) => verb !== "linked",
      refetch: ({ search }) => [search.all.invalidate(undefined, ON_NEXT_VISIT)],
    },
  ],
};
