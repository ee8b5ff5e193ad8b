import type { App } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { listStarterTools } from "#server/features/tools/starter-tools.service.ts";
import { changeTools, listTools, makeTool } from "#server/features/tools/tools.service.ts";
import { columnsOf } from "#shared/import-file.ts";
import { type ImportedFields, nameInRow, toolOfRow } from "#shared/import-row.ts";
import {
  type ColumnMapping,
  guessMapping,
  type ImportFormat,
  type ImportOutcome,
  type ImportReport,
  type ImportRequest,
  MAX_IMPORT_ROWS,
} from "#shared/tool-import.ts";
import type { User } from "#shared/users.ts";

import { type ImportPlan, planImport } from "./import-plan.ts";
import { readFile } from "./read-file.ts";

interface RowImport {
  rows: readonly unknown[];
  /** Guessed from the columns' names when absent. */
  mapping?: ColumnMapping | undefined;
  dryRun?: boolean;
  isAddingOnly?: boolean;
}

/** Takes the rows of one call into the catalogue and says for each what it did, or on a dry run would do. */
export async function importTools(app: App, user: User, input: ImportRequest): Promise<ImportReport> {
  const { format = "json", content = "", mapping, dryRun } = input;
  const rows = input.rows ?? rowsOfFile(format, content);
  if (rows.length > MAX_IMPORT_ROWS) {
    throw invalid(
      `This file has ${rows.length} rows, one call takes ${MAX_IMPORT_ROWS}. Send it in parts.`,
      "content",
    );
  }
  return importRows(app, user, { rows, mapping, dryRun });
}

/** Adds those well-known tools that the catalogue does not have yet; none that is there is changed. */
export const importStarterTools = (app: App, user: User): Promise<ImportReport> =>
  importRows(app, user, { rows: listStarterTools(), isAddingOnly: true });

/** The rows of a file, or a refusal with a sentence that says why it cannot be read. */
export function rowsOfFile(format: ImportFormat, content: string): unknown[] {
  const reading = readFile(format, content);
  if (!reading.ok) throw invalid(reading.message, "content");
  return reading.rows;
}

/** Takes any number of rows into the catalogue, all in one transaction; wrong ones are reported and left out. */
export async function importRows(app: App, user: User, input: RowImport): Promise<ImportReport> {
  const { rows, dryRun = false, isAddingOnly = false } = input;
  if (rows.length === 0) throw invalid("There are no rows to import");
  const columns = columnsOf(rows);
  const mapping = input.mapping ?? guessMapping(columns);
  if (mapping.name === undefined) {
    throw invalid("No column was found that holds the names of the tools. Choose one.", "mapping.name");
  }
  const read = rows.map((row) => ({ name: nameInRow(row, mapping), reading: toolOfRow(row, mapping) }));
  const options = { makeTool: toolMaker(app, user), isAddingOnly };
  const plan = dryRun
    ? planImport(read, (await listTools(app, {})).items, options)
    : await changeTools(app, (tools) => planImport(read, tools, options));
  const used = new Set(Object.values(mapping));
  const report = { ...reportOf(plan, dryRun), unusedColumns: columns.filter((column) => !used.has(column)) };
  const { created, updated, skipped, wrong } = report;
  if (!dryRun) app.log.info({ userId: user.id, created, updated, skipped, wrong }, "tools imported");
  return report;
}

const NOTHING_SAID = {
  company: null,
  capabilities: null,
  use: null,
  modality: null,
  logoUrl: null,
  url: null,
  industry: null,
  tags: [],
  notes: null,
  releaseNotes: [],
  version: null,
};

function toolMaker(app: App, user: User) {
  const now = app.now().getTime();
  return (fields: ImportedFields, row: number) => ({
    ...makeTool(app, user, { ...NOTHING_SAID, ...fields }),
    // A millisecond apart, so that the list, last updated first, keeps the order of the file.
    dateUpdated: new Date(now - row).toISOString(),
  });
}

function reportOf({ rows, added }: ImportPlan, dryRun: boolean) {
  const count = (outcome: ImportOutcome) => rows.filter((row) => row.outcome === outcome).length;
  const unstored = new Set(dryRun ? added.map(({ id }) => id) : []);
  return {
    dryRun,
    created: count("created"),
    updated: count("updated"),
    skipped: count("skipped"),
    wrong: count("wrong"),
    rows: rows.map((row) => (unstored.has(row.toolId ?? "") ? { ...row, toolId: null } : row)),
  };
}
