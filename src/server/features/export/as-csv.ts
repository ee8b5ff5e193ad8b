import papaparse from "papaparse";

import type { Tool } from "#shared/tools.ts";

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

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A spreadsheet would run a cell that begins so; an apostrophe before it makes it plain text. A cell that has one there
 * already gets another, so that an import can take off the right one.
 */
// eslint-disable-next-line no-control-regex -- NUL is dropped by some spreadsheets, which then see what follows
const FORMULA_START = /^'*[=+\-@\t\r\n\u0000]/;

function cell(tool: Tool, column: (typeof COLUMNS)[number]): string {
  if (column === "tags") return tool.tags.join("; ");
  if (column === "releaseNotes") return tool.releaseNotes.map(({ date, url }) => `${date} ${url}`).join("; ");
  return tool[column] ?? "";
}

/** The tools as RFC 4180 text for spreadsheets: byte order mark, CRLF, a header row, no live formulas. */
export function toolsAsCsv(tools: readonly Tool[]): string {
  const rows = tools.map((tool) => COLUMNS.map((column) => cell(tool, column)));
  const text = papaparse.unparse([[...COLUMNS], ...rows], { newline: "\r\n", escapeFormulae: FORMULA_START });
  return `${BYTE_ORDER_MARK}${text}\r\n`;
}
