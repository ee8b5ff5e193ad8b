import type { App } from "#server/app.ts";
import type { ExportedFile, PromptExportRequest } from "#shared/export.ts";

import { exportedFile } from "./export-parts.ts";

const MEDIA_TYPES = { json: "application/json; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;

/** Exports the selected prompts, or all, in list order, last updated first. */
export async function exportPrompts(
  app: App,
  { format, selectedIds: ids }: PromptExportRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const databaseUrl = app.database.url;
  const bytes = await app.workers.run(
    "exports.text",
    { databaseUrl, kind: "prompt", format, ids },
    { signal },
  );
  return exportedFile(`prompts.${format}`, MEDIA_TYPES[format], bytes);
}
