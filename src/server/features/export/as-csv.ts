import type { Tool } from "#shared/tools.ts";

import { csvText } from "./csv-text.ts";

const COLUMNS = [
  "name",
  "company",
  "url",
  "use",
  "capabilities",
  "modality",
  "industry",
  "tags",
  "logoUrl",
  "notes",
  "releaseNotes",
  "version",
  "dateUpdated",
] as const;

function cell(tool: Tool, column: (typeof COLUMNS)[number]): string {
  if (column === "tags") return tool.tags.join("; ");
  if (column === "releaseNotes") return tool.releaseNotes.map(({ date, url }) => `${date} ${url}`).join("; ");
  return tool[column] ?? "";
}

/** The tools as a table for spreadsheets. */
export const toolsAsCsv = (tools: readonly Tool[]): string =>
  csvText(
    COLUMNS,
    tools.map((tool) => COLUMNS.map((column) => cell(tool, column))),
  );
