import papaparse from "papaparse";

import { invalid } from "#server/errors.ts";
import type { ColumnKind } from "#shared/imports/files/csv-header.ts";
import { type FileOptions, readRows } from "#shared/imports/files/file.ts";
import { type ImportFormat, MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { UnreadableRow } from "#shared/imports/row.ts";

import type { ImportCall } from "./import-rules.ts";

/** Parses the rows of a file. Throws an error with the reason if it is unreadable. */
export function parseFileRows(format: ImportFormat, content: string, options: FileOptions = {}): unknown[] {
  const reading = readRows(format, content, papaparse.parse, options);
  if (!reading.ok)
    throw invalid(reading.message, options.headerLine === undefined ? "content" : "headerLine");
  return reading.rows;
}

/** Parses the rows of a call. Throws if there are too many. */
export function parseCallRows(
  call: {
    format?: ImportFormat | undefined;
    content?: string | undefined;
    rows?: unknown[] | undefined;
  },
  options: FileOptions = {},
): unknown[] {
  const { format = "json", content = "" } = call;
  const rows = call.rows ?? parseFileRows(format, content, options);
  if (rows.length <= MAX_IMPORT_ROWS) return rows;
  throw invalid(
    `This file has ${rows.length} rows; one call accepts ${MAX_IMPORT_ROWS}. Split it.`,
    "content",
  );
}

/** Returns the rows of a call. Throws an error with the reason if there are none. */
export function readCallRows(
  { rows, entries, format, content, headerLine }: ImportCall,
  kind: ColumnKind,
): readonly unknown[] {
  if (rows) return rows;
  if (entries) return entries.map((entry) => ("error" in entry ? new UnreadableRow(entry.error) : entry.row));
  return parseCallRows({ format, content }, { kind, headerLine });
}

const MAX_SHOWN_COLUMNS = 10;

/** Lists the first columns of a file, for messages. */
export const formatColumns = (columns: readonly string[]): string =>
  columns.slice(0, MAX_SHOWN_COLUMNS).join(", ") + (columns.length > MAX_SHOWN_COLUMNS ? ", …" : "");

/**
 * Describes the columns of a file in sentences, after a space. For a CSV file, also explains how to choose another
 * header line.
 */
export function describeHeader(
  { rows, format, headerLine }: Pick<ImportCall, "rows" | "format" | "headerLine">,
  columns: readonly string[],
  advice: string,
): string {
  if (rows || columns.length === 0) return "";
  const shown = formatColumns(columns);
  if (format !== "csv") return ` The objects have: ${shown}.`;
  const header = headerLine === undefined ? "The header was read as" : `Line ${headerLine} has the columns`;
  return ` ${header}: ${shown}. If another line has the column names, ${advice}; if none has, add such a line.`;
}
