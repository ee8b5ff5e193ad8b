import { Search } from "lucide-react";

import { LATER, type Slice } from "#client/slice.ts";

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
      refetch: ({ search }) => [search.all.invalidate(undefined, LATER)],
    },
  ],
};
