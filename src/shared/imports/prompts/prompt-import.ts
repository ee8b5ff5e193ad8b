import type { z } from "zod";

import { namesOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { createImportKind } from "#shared/imports/import-kind.ts";
import { withoutFalseModality } from "#shared/imports/modality-cell.ts";
import { IMPORT_FORMATS, importRequestOf } from "#shared/imports/request.ts";
import { promptFieldsSchema } from "#shared/prompts/prompts.ts";

export const promptImportRequestSchema = importRequestOf(namesOf(PROMPT_FIELDS), IMPORT_FORMATS);
export type PromptImportRequest = z.infer<typeof promptImportRequestSchema>;

const importedPromptSchema = promptFieldsSchema
  .partial()
  .extend({ name: promptFieldsSchema.shape.name, prompt: promptFieldsSchema.shape.prompt });
/** Fields of a prompt in a row. Empty ones are absent. */
export type ImportedPrompt = z.infer<typeof importedPromptSchema>;

/** Import of prompts from files. */
export const PROMPT_IMPORT = createImportKind(PROMPT_FIELDS, {
  noun: "prompt",
  naming: "name",
  lists: "prompts templates",
  required: { name: "the prompt names", prompt: "the prompt texts" },
  refineGuess: withoutFalseModality,
  schema: importedPromptSchema,
});
