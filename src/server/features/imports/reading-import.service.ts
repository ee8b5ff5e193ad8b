import type { App } from "#server/app.ts";
import { allReadings, changeReadings, createReading } from "#server/features/readings/readings.service.ts";
import {
  type ImportedReading,
  READING_IMPORT,
  type ReadingImportRequest,
} from "#shared/imports/reading-import.ts";
import { type ImportReport, MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { type Reading, UNKNOWN_AUTHOR } from "#shared/readings.ts";
import type { User } from "#shared/users.ts";

import { planImport, type PlanRules } from "./import-plan.ts";
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
  const rules = rulesOf(app, user);
  return runImport(app, user, {
    ...input,
    rows: await rowsOf(input),
    kind: READING_IMPORT,
    async carryOut(read, dryRun) {
      const plan = (readings: readonly Reading[]) => planImport(read, readings, rules);
      return dryRun ? plan(await allReadings(app)) : changeReadings(app, plan);
    },
  });
}

async function rowsOf({ format, content = "", rows }: ReadingImportRequest): Promise<unknown[]> {
  if (format !== "bibtex") return rowsOfCall({ format, content, rows });
  return rowsOfCall({ rows: rows ?? (await readBibtex(content, MAX_IMPORT_ROWS)) });
}

const NOTHING_SAID = {
  author: UNKNOWN_AUTHOR,
  year: null,
  isbn: null,
  topic: null,
  page: null,
  tags: [],
  notes: null,
  imageUrl: null,
};

const rulesOf = (app: App, user: User): PlanRules<Reading, ImportedReading> => ({
  ...READING_RULES,
  now: app.now(),
  make: (fields, time) => ({
    ...createReading(app, user, { ...NOTHING_SAID, ...fields }),
    createdAt: time,
    updatedAt: time,
  }),
});
