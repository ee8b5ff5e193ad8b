import type { App } from "#server/app.ts";
import { readingLibrary } from "#server/features/readings/readings.service.ts";
import { runImport } from "#server/kernel/imports/import-run.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { ReadingImportRequest } from "#shared/imports/reading-import.ts";
import type { ImportReport } from "#shared/imports/request.ts";

import { bibtexRows } from "./bibtex-rows.service.ts";

/** Imports the rows of a call as readings. Reports the effect of each, or in a dry run the expected one. */
export async function importReadings(
  app: App,
  user: User,
  { format, content = "", rows, ...call }: ReadingImportRequest,
  signal?: AbortSignal,
): Promise<ImportReport> {
  if (format !== "bibtex")
    return runImport(app, user, readingLibrary, { ...call, format, content, rows }, { signal });
  const entries = rows ? undefined : await bibtexRows(app, { content }, signal);
  return runImport(app, user, readingLibrary, { ...call, rows, entries }, { signal });
}
