import type { Reading } from "#shared/readings.ts";

import { csvText } from "./csv-text.ts";

const COLUMNS = [
  "title",
  "author",
  "year",
  "isbn",
  "topic",
  "page",
  "tags",
  "notes",
  "imageUrl",
  "createdAt",
  "updatedAt",
] as const;

/** The readings as an indented JSON array; it tells neither who added one nor the counter of its edits. */
export function readingsAsJson(readings: readonly Reading[]): string {
  const told = readings.map((reading) =>
    Object.fromEntries((["id", ...COLUMNS] as const).map((field) => [field, reading[field]])),
  );
  return `${JSON.stringify(told, null, 2)}\n`;
}

/** The readings as a table for spreadsheets. */
export const readingsAsCsv = (readings: readonly Reading[]): string =>
  csvText(
    COLUMNS,
    readings.map((reading) =>
      COLUMNS.map((column) => (column === "tags" ? reading.tags.join("; ") : String(reading[column] ?? ""))),
    ),
  );
