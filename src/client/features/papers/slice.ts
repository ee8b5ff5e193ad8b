import { Microscope, Plus } from "lucide-react";

import { isChangeOf, ON_NEXT_VISIT, type Slice } from "#client/slice.ts";

export const paperSlice: Slice = {
  name: "papers",
  pages: [
    {
      path: "/arxiv",
      title: "Research Stack",
      Icon: Microscope,
      nav: "sidebar",
      goKey: "r",
      load: async () => ({
        Component: (await import("#client/features/papers/page/papers-page.tsx")).PapersPage,
      }),
      actions: [{ query: "dialog=add", label: "Add Paper", Icon: Plus }],
      section: {
        kind: "paper",
        purpose: "New papers, summarised",
        tone: "bg-modality-image text-on-modality-image",
      },
    },
  ],
  refresh: [
    {
      isAffected: isChangeOf("paper"),
      refetch: ({ papers }) => [
        papers.status.invalidate(),
        papers.stats.invalidate(),
        papers.get.invalidate(),
        papers.list.invalidate(undefined, ON_NEXT_VISIT),
      ],
    },
  ],
};
