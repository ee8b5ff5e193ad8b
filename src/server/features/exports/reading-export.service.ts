import type { App } from "#server/app.ts";
import type { ExportedFile, ReadingExportFormat } from "#shared/export.ts";

import { exportedFile } from "./export-parts.ts";

const FILES: Readonly<Record<ReadingExportFormat, readonly [name: string, mediaType: string]>> = {
  json: ["readings.json", "application/json; charset=utf-8"],
  csv: ["readings.csv", "text/csv; charset=utf-8"],
  bibtex: ["readings.bib", "application/x-bibtex; charset=utf-8"],
};

/** Exports the reading list, newest first. */
export async function exportReadings(
  app: App,
  { format }: { format: ReadingExportFormat },
  signal?: AbortSignal,
): Promise<ExportedFile> {
  const databaseUrl = app.database.url;
  const bytes = await app.workers.run("exports.text", { databaseUrl, kind: "reading", format }, { signal });
  return exportedFile(...FILES[format], bytes);
}
