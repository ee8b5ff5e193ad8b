import { z } from "zod";

import { AUTOFILL_FIELDS } from "./autofill-fields.ts";
import { partOf } from "./fields/field.ts";
import { schemasOf } from "./fields/schemas-of.ts";
import { TOOL_FIELDS } from "./fields/tool-fields.ts";
import { itemInput } from "./item-input.ts";
import { TEXT_LIMITS } from "./text-rules.ts";
import { baseRevision, idSchema, optionalHttpUrl, requiredLine, revisionSchema } from "./text.ts";
import { versionSchemaOf } from "./versions.ts";

export const toolSchema = z.object({
  id: idSchema,
  ...schemasOf(TOOL_FIELDS, "storedSchema"),
  dateUpdated: z.iso.datetime(),
  userId: idSchema,
  revision: revisionSchema,
});

/** How many tools a choice among all of them can have. */
export const MAX_TOOL_NAMES = 10_000;

export const toolNamesSchema = z.object({ items: z.array(z.object({ id: idSchema, name: z.string() })) });
export type ToolNames = z.infer<typeof toolNamesSchema>;
export type Tool = z.infer<typeof toolSchema>;

/** One state of a tool. */
export const toolVersionSchema = versionSchemaOf(TOOL_FIELDS);

/** What a person fills in of a tool. */
export const toolFieldsSchema = z.object(schemasOf(TOOL_FIELDS, "schema"));
export type ToolFields = z.infer<typeof toolFieldsSchema>;

export const newToolSchema = itemInput(schemasOf(TOOL_FIELDS, "newSchema"), toolSchema);
export type NewTool = z.infer<typeof newToolSchema>;

/** A tool of which nothing is said. */
export const EMPTY_TOOL = partOf(TOOL_FIELDS, "emptyValue");

/** A partial edit: absent fields stay as they are, `null` clears one. A stale `revision` is refused. */
export const toolEditSchema = itemInput(
  { ...schemasOf(TOOL_FIELDS, "editSchema"), id: idSchema, revision: baseRevision },
  toolSchema,
);
export type ToolEdit = z.infer<typeof toolEditSchema>;

export const autofillRequestSchema = z.strictObject({
  toolName: requiredLine(TEXT_LIMITS.name, "Please enter a tool name first to use auto-fill"),
  fieldType: z.enum(AUTOFILL_FIELDS),
  /** The tool's address, if it is known already. */
  url: optionalHttpUrl,
});
export type AutofillRequest = z.infer<typeof autofillRequestSchema>;

/** `value` is the text for the field (tags comma-separated); `source` says where it came from. */
export const autofillAnswerSchema = z.object({ value: z.string(), source: z.string() });
export type AutofillAnswer = z.infer<typeof autofillAnswerSchema>;
