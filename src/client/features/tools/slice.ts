import { Download, Layers, Plus, Settings, Upload } from "lucide-react";

import { isChangeOf, type Slice } from "#client/slice.ts";

export const toolSlice: Slice = {
  name: "tools",
  pages: [
    {
      path: "/dashboard",
      title: "AI Stack",
      Icon: Layers,
      nav: "sidebar",
      goKey: "a",
      load: async () => ({
        Component: (await import("#client/features/tools/page/tools-page.tsx")).ToolsPage,
      }),
      firstCalls: ["/api/ai-tools", "/api/verdicts"],
      actions: [
        { query: "dialog=add", label: "Add AI Tool", Icon: Plus },
        { query: "dialog=import", label: "Import AI Tools", Icon: Upload },
        { query: "dialog=export", label: "Export AI Tools", Icon: Download },
        { query: "dialog=settings", label: "AI Stack Settings", Icon: Settings },
      ],
      section: {
        kind: "tool",
        purpose: "The AI tools you know",
        tone: "bg-accent-soft text-accent-ink",
        loadedItems: ({ tools }) => tools.list.getData({})?.items,
      },
    },
    {
      // Page of a tool with a URL to share. A tool's details and its mentions link to it.
      path: "/tools/:id",
      title: "Everything about a tool",
      Icon: Layers,
      isNamedByContent: true,
      load: async () => ({
        Component: (await import("#client/features/tools/everything/tool-page.tsx")).ToolPage,
      }),
    },
  ],
  refresh: [
    {
      isAffected: isChangeOf("tool"),
      refetch: ({ tools, verdicts, ratings }) => [
        tools.list.invalidate(),
        tools.names.invalidate(),
        tools.get.invalidate(),
        verdicts.invalidate(),
        ratings.invalidate(),
      ],
    },
  ],
};
