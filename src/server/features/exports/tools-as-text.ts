import { TOOL_IMPORT } from "#shared/imports/tool-import.ts";
import type { Tool } from "#shared/tools.ts";

import { rowsAsCsv, rowsAsJson } from "./rows-as-text.ts";

const COLUMNS = [...TOOL_IMPORT.fields, "dateUpdated"] as const;

/** The tools as an indented JSON array; it tells neither who added one nor the counter of its edits. */
export const toolsAsJson = (tools: readonly Tool[]): string => rowsAsJson(tools, ["id", ...COLUMNS]);

/** The tools as a table for spreadsheets. */
export const toolsAsCsv = (tools: readonly Tool[]): string => rowsAsCsv(tools.map(withPlainNotes), COLUMNS);

const withPlainNotes = (tool: Tool) => ({
  ...tool,
  releaseNotes: tool.releaseNotes.map(({ date, url }) => `${date} ${url}`),
});
