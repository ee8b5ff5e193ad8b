import { withDiscussions } from "#server/features/comments/comments.queries.ts";
import { listToolMemory, toolStore } from "#server/features/tools/tools.queries.ts";
import { createExporter } from "#server/kernel/exports/export.task.ts";
import { textWriters } from "#server/kernel/exports/text-writers.ts";
import type { SliceData } from "#server/kernel/slice-data.ts";
import { DISCUSSION_COLUMN } from "#shared/export.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { TOOL_MEMORY_COLUMNS } from "#shared/imports/tool-memory.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { toolsAsMarkdown } from "./as-markdown.ts";
import { findLogos } from "./logos.task.ts";

export const toolsAsText = textWriters(
  TOOL_FIELDS,
  ["dateUpdated"],
  [...TOOL_MEMORY_COLUMNS, DISCUSSION_COLUMN],
);

export const toolExportData: Pick<SliceData, "exporter"> = {
  exporter: createExporter<Tool>({
    kind: "tool",
    files: {
      json: ["ai-tools.json", "application/json; charset=utf-8"],
      csv: ["ai-tools.csv", "text/csv; charset=utf-8"],
      markdown: ["ai-tools.md", "text/markdown; charset=utf-8"],
    },
    store: toolStore,
    writers: toolsAsText,
    /** Adds aliases, the present verdict and the discussion to tools that have them. */
    async addDetails(db, tools) {
      const ids = tools.map(({ id }) => id);
      const memories = await listToolMemory(db, ids);
      return (await withDiscussions(db, "tool", tools)).map((tool) => {
        const { aliases = [], verdict } = memories.get(tool.id) ?? {};
        return { ...tool, ...(aliases.length > 0 && { aliases }), ...verdict };
      });
    },
    formats: {
      async markdown(db, tools, now) {
        const ids = tools.map(({ id }) => id);
        const memories = await listToolMemory(db, ids);
        const verdicts = new Map(
          [...memories].flatMap(([id, { verdict }]) => (verdict ? [[id, verdict] as const] : [])),
        );
        return toolsAsMarkdown(tools, await findLogos(db, tools), now, verdicts);
      },
    },
  }),
};
