import { READING_IMPORT } from "#shared/imports/reading-import.ts";
import type { Reading } from "#shared/readings.ts";

import { rowsAsCsv, rowsAsJson } from "./rows-as-text.ts";

const COLUMNS = [...READING_IMPORT.fields, "createdAt", "updatedAt"] as const;

/** The readings as an indented JSON array; it tells neither who added one nor the counter of its edits. */
export const readingsAsJson = (readings: readonly Reading[]): string =>
  rowsAsJson(readings, ["id", ...COLUMNS]);

/** The readings as a table for spreadsheets. */
export const readingsAsCsv = (readings: readonly Reading[]): string => rowsAsCsv(readings, COLUMNS);
