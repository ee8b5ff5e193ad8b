import type { App } from "#server/app.ts";
import { listAllReadings } from "#server/features/readings/readings.service.ts";
import type { ExportedFile, ReadingExportFormat } from "#shared/export.ts";

import { readingsAsText } from "./as-text.ts";
import { textFile } from "./export-parts.ts";
import { readingsAsBibtex } from "./readings-as-bibtex.ts";

/** The reading list as a file, newest first. */
export async function exportReadings(
  app: App,
  { format }: { format: ReadingExportFormat },
): Promise<ExportedFile> {
  const readings = await listAllReadings(app);
  if (format === "json") {
    return textFile("readings.json", "application/json; charset=utf-8", readingsAsText.json(readings));
  }
  return format === "csv"
    ? textFile("readings.csv", "text/csv; charset=utf-8", readingsAsText.csv(readings))
    : textFile("readings.bib", "application/x-bibtex; charset=utf-8", readingsAsBibtex(readings));
}
