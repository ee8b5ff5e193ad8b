import { BookOpenText, Plus, Upload } from "lucide-react";

import { batchUrl } from "#client/api/first-calls.ts";
import { isChangeOf, ON_NEXT_VISIT, type Slice } from "#client/slice.ts";

export const readingSlice: Slice = {
  name: "readings",
  pages: [
    {
      path: "/chapter-loop",
      title: "ChapterLoop",
      Icon: BookOpenText,
      nav: "sidebar",
      goKey: "c",
      load: async () => ({
        Component: (await import("#client/features/readings/page/readings-page.tsx")).ReadingsPage,
      }),
      firstCalls: [batchUrl(["readings.list", {}])],
      actions: [
        { query: "dialog=add", label: "Add Reading", Icon: Plus },
        { query: "dialog=import", label: "Import Readings", Icon: Upload },
      ],
      section: {
        kind: "reading",
        purpose: "What the team reads",
        tone: "bg-modality-audio text-on-modality-audio",
        loadedItems: ({ readings }) => readings.list.getData({})?.items,
      },
    },
  ],
  refresh: [
    {
      isAffected: isChangeOf("reading"),
      refetch: ({ readings, comments }) => [
        readings.list.invalidate(),
        readings.get.invalidate(),
        comments.list.invalidate(undefined, ON_NEXT_VISIT),
      ],
    },
  ],
};
