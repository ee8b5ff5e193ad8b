import { Newspaper } from "lucide-react";

import { isChangeOf, ON_NEXT_VISIT, type Slice } from "#client/slice.ts";
import type { EventVerb } from "#shared/kernel/events.ts";

/** Verbs of events about a tool that also affect its articles. */
const VERBS_AFFECTING_NEWS: ReadonlySet<EventVerb> = new Set(["deleted", "restored", "fetched"]);

export const newsSlice: Slice = {
  name: "news",
  pages: [
    {
      path: "/news",
      title: "News Stack",
      Icon: Newspaper,
      nav: "sidebar",
      goKey: "n",
      load: async () => ({ Component: (await import("#client/features/news/page/news-page.tsx")).NewsPage }),
      section: {
        kind: "article",
        purpose: "Articles about your tools",
        tone: "bg-modality-text text-on-modality-text",
      },
    },
  ],
  refresh: [
    {
      isAffected: (change) =>
        isChangeOf("article")(change) || (change.kind === "tool" && VERBS_AFFECTING_NEWS.has(change.verb)),
      refetch: ({ news }) => [
        news.status.invalidate(),
        news.perDay.invalidate(),
        news.list.invalidate(undefined, ON_NEXT_VISIT),
      ],
    },
  ],
};
