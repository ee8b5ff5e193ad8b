import type { App } from "#server/app.ts";
import { readingLibrary } from "#server/features/readings/readings.service.ts";
import { READING_IMPORT, type ReadingImportRequest } from "#shared/imports/reading-import.ts";
import { type ImportReport, MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { EMPTY_READING } from "#shared/readings.ts";
import type { User } from "#shared/users.ts";

import { runImport } from "./import-run.service.ts";
import { readBibtex } from "./read-bibtex.ts";
import { rowsOfCall } from "./read-rows.ts";
import { READING_RULES } from "./reading-plan.ts";

/** Takes the rows of one call into the reading list and says for each what it did, or on a dry run would do. */
export async function importReadings(
  app: App,
  user: User,
  input: ReadingImportRequest,
): Promise<ImportReport> {
  return runImport(app, user, {
    ...input,
    rows: await rowsOf(input),
    kind: READING_IMPORT,
    library: readingLibrary,
    rules: READING_RULES,
    complete: (fields) => ({ ...EMPTY_READING, ...fields }),
    change: (fields) => fields,
  });
}

async function rowsOf({ format, content = "", rows }: ReadingImportRequest): Promise<unknown[]> {
  if (format !== "bibtex") return rowsOfCall({ format, content, rows });
  return rowsOfCall({ rows: rows ?? (await readBibtex(content, MAX_IMPORT_ROWS)) });
}
