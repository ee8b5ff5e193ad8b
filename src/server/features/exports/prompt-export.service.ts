import type { App } from "#server/app.ts";
import { listAllPrompts } from "#server/features/prompts/prompts.service.ts";
import type { ExportedFile, PromptExportRequest } from "#shared/export.ts";

import { promptsAsText } from "./as-text.ts";
import { chosenOf, textFile } from "./export-parts.ts";

/** The chosen prompts, or all, as a file; in the order of the list, last updated first. */
export async function exportPrompts(
  app: App,
  { format, selectedIds }: PromptExportRequest,
): Promise<ExportedFile> {
  const items = await listAllPrompts(app);
  const chosen = chosenOf(items, selectedIds, "prompt");
  return format === "json"
    ? textFile("prompts.json", "application/json; charset=utf-8", promptsAsText.json(chosen))
    : textFile("prompts.csv", "text/csv; charset=utf-8", promptsAsText.csv(chosen));
}
