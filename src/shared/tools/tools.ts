import { z } from "zod";

import { pickProperty } from "#shared/fields/field.ts";
import { schemasOf } from "#shared/fields/schemas-of.ts";
import { TOOL_FIELDS, TOOL_FORM } from "#shared/fields/tool-fields.ts";
import { itemInput } from "#shared/kernel/items.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import {
  baseRevision,
  idSchema,
  optionalHttpUrl,
  requiredLine,
  revisionSchema,
} from "#shared/kernel/text.ts";
import { versionSchemaOf } from "#shared/kernel/versions.ts";

import { AUTOFILL_FIELDS } from "./autofill-fields.ts";

export const toolSchema = z.object({
  id: idSchema,
  ...schemasOf(TOOL_FIELDS, "storedSchema"),
  dateUpdated: z.iso.datetime(),
  userId: idSchema,
  revision: revisionSchema,
});
export type Tool = z.infer<typeof toolSchema>;

/** Maximum number of tools offered for selection. */
export const MAX_TOOL_NAMES = 10_000;

export const toolNamesSchema = z.object({ items: z.array(z.object({ id: idSchema, name: z.string() })) });
export type ToolNames = z.infer<typeof toolNamesSchema>;

/** Tool that may be a duplicate of another one. */
export const similarToolSchema = toolSchema.pick({ id: true, name: true, company: true, url: true });
export type SimilarTool = z.infer<typeof similarToolSchema>;

/**
 * New tool. `similar` lists existing tools with the same name and company, or the same address, if any. Otherwise the
 * result equals the stored tool.
 */
export const addedToolSchema = toolSchema.extend({ similar: z.array(similarToolSchema).optional() });

/** Fields that identify a tool which may already exist. */
export const similarRequestSchema = z.strictObject({
  name: z.string().max(TEXT_LIMITS.name),
  company: z.string().max(TEXT_LIMITS.name).nullish(),
  url: z.string().max(TEXT_LIMITS.url).nullish(),
});
export type SimilarRequest = z.infer<typeof similarRequestSchema>;

export const toolVersionSchema = versionSchemaOf(TOOL_FIELDS);

/** Editable fields of a tool. */
export const toolFieldsSchema = z.object(schemasOf(TOOL_FIELDS, "schema"));
export type ToolFields = z.infer<typeof toolFieldsSchema>;

/** Schema of the form's values. */
export const toolFormSchema = z.object(schemasOf(TOOL_FORM, "formSchema"));

export const newToolSchema = itemInput(schemasOf(TOOL_FIELDS, "newSchema"), addedToolSchema);
export type NewTool = z.infer<typeof newToolSchema>;

export const EMPTY_TOOL = pickProperty(TOOL_FIELDS, "emptyValue");

/** Partial edit. Absent fields are unchanged and `null` clears one. A stale `revision` is rejected. */
export const toolEditSchema = itemInput(
  { ...schemasOf(TOOL_FIELDS, "editSchema"), id: idSchema, revision: baseRevision },
  addedToolSchema,
);
export type ToolEdit = z.infer<typeof toolEditSchema>;

export const autofillRequestSchema = z.strictObject({
  toolName: requiredLine(TEXT_LIMITS.name, "Please enter a tool name first to use auto-fill"),
  fieldType: z.enum(AUTOFILL_FIELDS),
  /** Address of the tool, if known. */
  url: optionalHttpUrl,
});
export type AutofillRequest = z.infer<typeof autofillRequestSchema>;

/** `value` is the text for the field (tags comma-separated). `source` names its origin. */
export const autofillAnswerSchema = z.object({ value: z.string(), source: z.string() });
export type AutofillAnswer = z.infer<typeof autofillAnswerSchema>;
