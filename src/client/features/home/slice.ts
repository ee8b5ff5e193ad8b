import { House } from "lucide-react";

import { batchUrl } from "#client/api/first-calls.ts";
import { ON_NEXT_VISIT, type Slice } from "#client/slice.ts";

export const homeSlice: Slice = {
  name: "home",
  pages: [
    {
      path: "/",
      title: "Home",
      Icon: House,
      nav: "sidebar",
      goKey: "h",
      load: async () => ({ Component: (await import("#client/features/home/home-page.tsx")).HomePage }),
      firstCalls: [
        "/trpc/events.since",
        batchUrl(["verdicts.overdue"], ["search.questions"], ["tools.list", { limit: 5 }]),
      ],
    },
  ],
  refresh: [
    {
      isAffected: ({ verb }) => verb === "commented",
      refetch: ({ search }) => [search.questions.invalidate(undefined, ON_NEXT_VISIT)],
    },
  ],
};
