import type { z } from "zod";

import { namesOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { type ColumnValues, shareOf } from "#shared/imports/column-values.ts";
import { createImportKind } from "#shared/imports/import-kind.ts";
import { modalityNamedBy } from "#shared/imports/modality-cell.ts";
import { IMPORT_FORMATS, importRequestOf } from "#shared/imports/request.ts";
import { promptFieldsSchema } from "#shared/prompts/prompts.ts";

export const promptImportRequestSchema = importRequestOf(namesOf(PROMPT_FIELDS), IMPORT_FORMATS);
export type PromptImportRequest = z.infer<typeof promptImportRequestSchema>;

const importedPromptSchema = promptFieldsSchema
  .partial()
  .extend({ name: promptFieldsSchema.shape.name, prompt: promptFieldsSchema.shape.prompt });
/** Fields of a prompt in a row. Empty ones are absent. */
export type ImportedPrompt = z.infer<typeof importedPromptSchema>;

/** Share of a column's values that must be modalities, unless its header says so. */
const FEW = 0.3;

/** Leaves out a type or kind that isn't a modality, such as "ai-command". */
function refinePromptColumns<Guess extends { modality?: string | undefined }>(
  guess: Guess,
  columns: readonly ColumnValues[],
): Guess {
  const column = columns.find((one) => one.column === guess.modality);
  const isModality = (value: string) => modalityNamedBy(value) !== undefined;
  const isKnown = !column || /modal/iu.test(column.column) || shareOf(column, isModality) >= FEW;
  return isKnown ? guess : { ...guess, modality: undefined };
}

/** Import of prompts from files. */
export const PROMPT_IMPORT = createImportKind(PROMPT_FIELDS, {
  noun: "prompt",
  naming: "name",
  lists: "prompts templates",
  required: { name: "the prompt names", prompt: "the prompt texts" },
  refineGuess: refinePromptColumns,
  schema: importedPromptSchema,
});
