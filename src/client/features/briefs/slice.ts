import { ScrollText } from "lucide-react";

import type { Slice } from "#client/slice.ts";

export const briefSlice: Slice = {
  name: "briefs",
  pages: [
    {
      path: "/brief",
      title: "Brief",
      Icon: ScrollText,
      nav: "sidebar",
      goKey: "b",
      actions: [{ query: "period=last-month", label: "Last Month's Brief", Icon: ScrollText }],
      load: async () => ({ Component: (await import("#client/features/briefs/brief-page.tsx")).BriefPage }),
    },
    {
      path: "/brief/:id",
      title: "Published brief",
      Icon: ScrollText,
      isNamedByContent: true,
      load: async () => ({
        Component: (await import("#client/features/briefs/published-brief-page.tsx")).PublishedBriefPage,
      }),
    },
  ],
};
