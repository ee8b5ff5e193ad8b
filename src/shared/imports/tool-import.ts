import { z } from "zod";

import { namesOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { toolFieldsSchema } from "#shared/tools/tools.ts";

import { createImportKind } from "./import-kind.ts";
import { IMPORT_FORMATS, importRequestOf, MAX_IMPORT_ROWS } from "./request.ts";
import { refineToolColumns } from "./tool-columns.ts";
import { IGNORED_TOOL_COLUMNS, prepareRadarRows, TOOL_MEMORY_COLUMNS } from "./tool-memory.ts";

/**
 * Rows with the same name are merged if their companies are equal and their URLs don't conflict. Others remain
 * separate, except for the names in `mergeNames`.
 */
export const importRequestSchema = importRequestOf(namesOf(TOOL_FIELDS), IMPORT_FORMATS).safeExtend({
  mergeNames: z
    .union([z.literal("all"), z.array(z.string().max(TEXT_LIMITS.name)).max(MAX_IMPORT_ROWS)])
    .default([]),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

const importedToolSchema = toolFieldsSchema.partial().extend({ name: toolFieldsSchema.shape.name });
/** Fields of a tool in a row. Empty ones are absent. */
export type ImportedTool = z.infer<typeof importedToolSchema>;

/** Import of tools from files. */
export const TOOL_IMPORT = createImportKind(TOOL_FIELDS, {
  noun: "tool",
  naming: "name",
  lists: "tools aitools apps applications products services software platforms solutions projects companies",
  required: { name: "the tool names" },
  besides: [...TOOL_MEMORY_COLUMNS, ...IGNORED_TOOL_COLUMNS],
  prepare: prepareRadarRows,
  refineGuess: refineToolColumns,
  schema: importedToolSchema,
});
