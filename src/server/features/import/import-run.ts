import papaparse from "papaparse";

import { invalid } from "#server/errors.ts";
import { columnsOf, readRows } from "#shared/import-file.ts";
import {
  guessColumns,
  type ImportFormat,
  type ImportOutcome,
  type ImportReport,
  type MappingOf,
  MAX_IMPORT_ROWS,
} from "#shared/import-request.ts";
import { type ImportKind, nameInRow, readRow } from "#shared/import-row.ts";

import type { ImportPlan, ReadRow } from "./import-plan.ts";

/** The rows of a file, or a refusal with a sentence that says why it cannot be read. */
export function rowsOfFile(format: ImportFormat, content: string): unknown[] {
  const reading = readRows(format, content, papaparse.parse);
  if (!reading.ok) throw invalid(reading.message, "content");
  return reading.rows;
}

/** The rows of one call, or a refusal when they are too many for one. */
export function rowsOfCall(call: {
  format?: ImportFormat | undefined;
  content?: string | undefined;
  rows?: unknown[] | undefined;
}): unknown[] {
  const { format = "json", content = "" } = call;
  const rows = call.rows ?? rowsOfFile(format, content);
  if (rows.length <= MAX_IMPORT_ROWS) return rows;
  throw invalid(
    `This file has ${rows.length} rows, one call takes ${MAX_IMPORT_ROWS}. Send it in parts.`,
    "content",
  );
}

export interface RowImport<Field extends string> {
  rows: readonly unknown[];
  /** Guessed from the columns' names when absent. */
  mapping?: MappingOf<Field> | undefined;
  dryRun?: boolean;
}

/** Reads rows, lets `carryOut` do with them what they say, and reports what became of each. */
export async function runImport<Field extends string, Fields, Thing extends { id: string }>(
  kind: ImportKind<Field, Fields>,
  input: RowImport<Field>,
  carryOut: (read: ReadRow<Fields>[], dryRun: boolean) => Promise<ImportPlan<Thing, Fields>>,
): Promise<ImportReport> {
  const { rows, dryRun = false } = input;
  if (rows.length === 0) throw invalid("There are no rows to import");
  const columns = columnsOf(rows);
  const mapping = input.mapping ?? guessColumns(kind.commonHeaders, columns);
  for (const field of kind.fields) {
    const content = kind.required[field];
    if (content === undefined || mapping[field] !== undefined) continue;
    throw invalid(`No column was found that holds ${content}. Choose one.`, `mapping.${field}`);
  }
  const read = rows.map((row) => ({
    name: nameInRow(row, mapping[kind.naming]),
    reading: readRow(kind, row, mapping),
  }));
  const plan = await carryOut(read, dryRun);
  const used = new Set(Object.values(mapping));
  return { ...reportOf(plan, dryRun), unusedColumns: columns.filter((column) => !used.has(column)) };
}

function reportOf<Thing extends { id: string }>(
  { rows, added }: ImportPlan<Thing, unknown>,
  dryRun: boolean,
) {
  const count = (outcome: ImportOutcome) => rows.filter((row) => row.outcome === outcome).length;
  const unstored = new Set(dryRun ? added.map(({ id }) => id) : []);
  return {
    dryRun,
    created: count("created"),
    updated: count("updated"),
    skipped: count("skipped"),
    wrong: count("wrong"),
    rows: rows.map((row) => (unstored.has(row.id ?? "") ? { ...row, id: null } : row)),
  };
}
