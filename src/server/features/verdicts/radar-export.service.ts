import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { radar as readRadar } from "#server/features/verdicts/radar.service.ts";
import { exportedFile } from "#server/kernel/exports/export.service.ts";
import { noneChosen } from "#server/kernel/exports/exporter.ts";
import type { ExportedFile } from "#shared/export.ts";
import type { RadarFileRequest } from "#shared/verdicts/verdicts.ts";

/** Maximum number of tools. More dots would be indistinguishable. */
const MAX_TOOLS = 1000;
const PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/** Exports the verdicts of a date, for selected tools or all, as a PowerPoint slide. */
export async function exportRadar(
  app: App,
  request: RadarFileRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const radar = await readRadar(app, request);
  if (request.selectedIds && radar.blips.length === 0) throw noneChosen("tool");
  if (radar.blips.length > MAX_TOOLS)
    throw invalid(
      `A slide holds at most ${MAX_TOOLS.toLocaleString("en-US")} tools. Select fewer.`,
      "selectedIds",
    );
  const bytes = await app.workers.run("exports.radar", radar, { signal });
  return exportedFile(`radar-${radar.asOf}.pptx`, PPTX, bytes);
}
