import type { App } from "#server/app.ts";
import { radar as readRadar } from "#server/features/verdicts/radar.service.ts";
import type { ExportedFile, ExportFormat, ExportRequest } from "#shared/export.ts";

import { exportedFile } from "./export-parts.ts";

const FILES: Readonly<Record<ExportFormat, readonly [name: string, mediaType: string]>> = {
  json: ["ai-tools.json", "application/json; charset=utf-8"],
  csv: ["ai-tools.csv", "text/csv; charset=utf-8"],
  markdown: ["ai-tools.md", "text/markdown; charset=utf-8"],
  slides: ["ai-tools.pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
};

/** Exports the selected tools, or all, in list order, last updated first. */
export async function exportTools(
  app: App,
  { format, selectedIds: ids }: ExportRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const databaseUrl = app.database.url;
  const now = app.now();
  if (format === "slides") {
    const radar = await readRadar(app, { selectedIds: ids });
    const deck = await app.workers.run("exports.deck", { databaseUrl, ids, now, radar }, { signal });
    return exportedFile(...FILES[format], deck);
  }
  const task = { databaseUrl, kind: "tool", format, ids, now } as const;
  return exportedFile(...FILES[format], await app.workers.run("exports.text", task, { signal }));
}
