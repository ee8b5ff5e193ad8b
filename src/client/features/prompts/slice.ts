import { Download, Plus, Settings, TextQuote, Upload } from "lucide-react";

import { batchUrl } from "#client/api/first-calls.ts";
import { isChangeOf, type Slice } from "#client/slice.ts";

export const promptSlice: Slice = {
  name: "prompts",
  pages: [
    {
      path: "/prompts",
      title: "Prompt Stack",
      Icon: TextQuote,
      nav: "sidebar",
      goKey: "p",
      load: async () => ({
        Component: (await import("#client/features/prompts/page/prompts-page.tsx")).PromptsPage,
      }),
      firstCalls: ["/api/prompts", batchUrl(["prompts.stars"])],
      actions: [
        { query: "dialog=add", label: "Add Prompt", Icon: Plus },
        { query: "dialog=import", label: "Import Prompts", Icon: Upload },
        { query: "dialog=export", label: "Export Prompts", Icon: Download },
        { query: "dialog=settings", label: "Prompt Stack Settings", Icon: Settings },
      ],
      section: {
        kind: "prompt",
        purpose: "Prompts that work",
        tone: "bg-modality-multimodal text-on-modality-multimodal",
        loadedItems: ({ prompts }) => prompts.list.getData({})?.items,
      },
    },
  ],
  refresh: [
    {
      isAffected: isChangeOf("prompt"),
      refetch: ({ prompts, assistants, ratings }) => [
        prompts.list.invalidate(),
        prompts.get.invalidate(),
        prompts.stars.invalidate(),
        ratings.invalidate(),
        assistants.ofPrompt.invalidate(),
        assistants.settings.invalidate(),
      ],
    },
  ],
};
