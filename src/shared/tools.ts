import { z } from "zod";

import { partOf } from "./fields/field.ts";
import { TOOL_FIELDS } from "./fields/tool-fields.ts";
import { optionLabel } from "./labels.ts";
import {
  baseRevision,
  idSchema,
  optionalHttpUrl,
  requiredLine,
  revisionSchema,
  TEXT_LIMITS,
} from "./text.ts";

/** "Recent Only" means updated within this many days. */
export const RECENT_DAYS = 7;

export const toolSchema = z.object({
  id: idSchema,
  ...partOf(TOOL_FIELDS, "storedSchema"),
  dateUpdated: z.iso.datetime(),
  userId: idSchema,
  revision: revisionSchema,
});
export type Tool = z.infer<typeof toolSchema>;

/** What a person fills in of a tool. */
export const toolFieldsSchema = z.object(partOf(TOOL_FIELDS, "schema"));
export type ToolFields = z.infer<typeof toolFieldsSchema>;

export const newToolSchema = z.object(partOf(TOOL_FIELDS, "newSchema"));
export type NewTool = z.infer<typeof newToolSchema>;

/** A tool of which nothing is said. */
export const EMPTY_TOOL = partOf(TOOL_FIELDS, "emptyValue");

/** A partial edit: absent fields stay as they are, `null` clears one. A stale `revision` is refused. */
export const toolEditSchema = z.object({
  ...partOf(TOOL_FIELDS, "editSchema"),
  id: idSchema,
  revision: baseRevision,
});
export type ToolEdit = z.infer<typeof toolEditSchema>;

const AUTOFILL_FIELDS = [
  "company",
  "url",
  "modality",
  "industry",
  "capabilities",
  "tags",
  "logoUrl",
] as const;
export const autofillRequestSchema = z.object({
  toolName: requiredLine(TEXT_LIMITS.name, "Please enter a tool name first to use auto-fill"),
  fieldType: z.enum(AUTOFILL_FIELDS),
  /** The tool's address, if it is known already. */
  url: optionalHttpUrl,
});
export type AutofillRequest = z.infer<typeof autofillRequestSchema>;
export type AutofillField = AutofillRequest["fieldType"];

export const isAutofillField = (name: string): name is AutofillField =>
  AUTOFILL_FIELDS.some((field) => field === name);

/** `value` is the text for the field (tags comma-separated); `source` says where it came from. */
export const autofillAnswerSchema = z.object({ value: z.string(), source: z.string() });
export type AutofillAnswer = z.infer<typeof autofillAnswerSchema>;

/** True when the tool was updated within the last seven days before `now`. */
export function isRecent(tool: Pick<Tool, "dateUpdated">, now: Date): boolean {
  return now.getTime() - Date.parse(tool.dateUpdated) <= RECENT_DAYS * 24 * 60 * 60 * 1000;
}

export interface ToolFilter {
  search: string;
  industry: string | null;
  modality: string | null;
  isRecentOnly: boolean;
}

/** Where a tool without an industry stands, in the detail view, the landscape and the deck alike. */
export const DEFAULT_INDUSTRY = "general";

/** The industry of a tool as people read it. */
export const industryLabel = (industry: string | null): string =>
  optionLabel(industry ?? "") || optionLabel(DEFAULT_INDUSTRY);

const isSame = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** The search box covers name, company and capabilities, and tags: a clicked tag must find its tools. */
export function matchesToolFilter(tool: Tool, filter: ToolFilter, now: Date): boolean {
  const search = filter.search.trim().toLowerCase();
  const texts = [tool.name, tool.company, tool.capabilities, ...tool.tags];
  return (
    (search === "" || texts.some((text) => text?.toLowerCase().includes(search))) &&
    (filter.industry === null || isSame(tool.industry ?? DEFAULT_INDUSTRY, filter.industry)) &&
    (filter.modality === null || isSame(tool.modality, filter.modality)) &&
    (!filter.isRecentOnly || isRecent(tool, now))
  );
}
