import type { App } from "#server/app.ts";
import { radar as readRadar } from "#server/features/verdicts/radar.service.ts";
import { toExportedFile, exportItems, PPTX } from "#server/kernel/exports/export.service.ts";
import type { ExportedFile, ExportRequest } from "#shared/export.ts";

/** Exports the selected tools, or all, last updated first. */
export async function exportTools(
  app: App,
  request: ExportRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const { format, selectedIds: ids, deck = "tools" } = request;
  if (format !== "slides") return exportItems(app, "tool", request, signal);
  const radar = await readRadar(app, { selectedIds: ids });
  const input = { databaseUrl: app.database.url, ids, now: app.now(), radar, deck };
  const fileName = deck === "overview" ? "ai-tools-overview.pptx" : "ai-tools.pptx";
  return toExportedFile(fileName, PPTX, await app.workers.run("exports.deck", input, { signal }));
}
