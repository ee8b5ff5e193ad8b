import { z } from "zod";

import { optionalImageAddress } from "./image-address.ts";
import { MAX_RELEASE_NOTES, releaseNoteSchema } from "./release-notes.ts";
import {
  baseRevision,
  idSchema,
  listOrNull,
  lowercaseTagList,
  optionalHttpUrl,
  optionalLine,
  optionalProse,
  requiredLine,
  revisionSchema,
  TEXT_LIMITS,
} from "./text.ts";

/** "Recent Only" means updated within this many days. */
export const RECENT_DAYS = 7;

export const toolSchema = z.object({
  id: idSchema,
  name: z.string(),
  company: z.string().nullable(),
  capabilities: z.string().nullable(),
  use: z.string().nullable(),
  modality: z.string().nullable(),
  logoUrl: z.string().nullable(),
  url: z.string().nullable(),
  industry: z.string().nullable(),
  tags: z.array(z.string()),
  notes: z.string().nullable(),
  releaseNotes: z.array(z.object({ date: z.string(), url: z.string() })),
  /** The tool's own version text, shown behind its name in the export list; not the edit counter. */
  version: z.string().nullable(),
  dateUpdated: z.iso.datetime(),
  userId: idSchema,
  revision: revisionSchema,
});
export type Tool = z.infer<typeof toolSchema>;

const releaseNoteList = z
  .array(releaseNoteSchema)
  .max(MAX_RELEASE_NOTES, `Use at most ${MAX_RELEASE_NOTES} release notes`);

/** What a person fills in of a tool: the form's schema and the server's. */
export const toolFieldsSchema = z.object({
  name: requiredLine(TEXT_LIMITS.name, "Tool name is required"),
  company: optionalLine(TEXT_LIMITS.name),
  capabilities: optionalProse(TEXT_LIMITS.mediumText),
  use: optionalProse(TEXT_LIMITS.mediumText),
  modality: optionalLine(TEXT_LIMITS.tag),
  logoUrl: optionalImageAddress,
  url: optionalHttpUrl,
  industry: optionalLine(TEXT_LIMITS.tag),
  tags: lowercaseTagList,
  notes: optionalProse(TEXT_LIMITS.notes),
  releaseNotes: releaseNoteList,
  version: optionalLine(TEXT_LIMITS.tag),
});
export type ToolFields = z.infer<typeof toolFieldsSchema>;

export const newToolSchema = toolFieldsSchema.extend({
  tags: listOrNull(lowercaseTagList).default([]),
  releaseNotes: listOrNull(releaseNoteList).default([]),
});
export type NewTool = z.infer<typeof newToolSchema>;

/** A partial edit: absent fields stay as they are, `null` clears one. A stale `revision` is refused. */
export const toolEditSchema = toolFieldsSchema.partial().extend({
  id: idSchema,
  tags: listOrNull(lowercaseTagList).optional(),
  releaseNotes: listOrNull(releaseNoteList).optional(),
  revision: baseRevision,
});
export type ToolEdit = z.infer<typeof toolEditSchema>;

export const AUTOFILL_FIELDS = [
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
