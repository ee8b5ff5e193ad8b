import papaparse from "papaparse";

import { invalid } from "#server/errors.ts";
import { readRows } from "#shared/imports/file.ts";
import { type ImportFormat, MAX_IMPORT_ROWS } from "#shared/imports/request.ts";

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
    `This file has ${rows.length} rows; one call accepts ${MAX_IMPORT_ROWS}. Send it in parts.`,
    "content",
  );
}
