import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";

import { type FormValues, isFieldOf } from "#client/features/forms/form-fields.ts";
import { promptFieldsSchema } from "#shared/prompts.ts";

export type PromptFormInput = z.input<typeof promptFieldsSchema>;
export type PromptFormFields = z.output<typeof promptFieldsSchema>;
export type PromptFormField = keyof PromptFormInput;
export type PromptForm = UseFormReturn<PromptFormInput, unknown, PromptFormFields>;
export type PromptFormValues = FormValues<PromptFormInput>;

export const EMPTY_PROMPT: PromptFormValues = {
  name: "",
  prompt: "",
  purpose: "",
  promptAuthor: "",
  modality: "",
  industry: "",
  exampleImageUrl: "",
  tags: [],
  notes: "",
};

/** The words at each field, for the form and for what is said about it. */
export const PROMPT_FIELD_LABELS: Record<PromptFormField, string> = {
  name: "Prompt Name",
  prompt: "Prompt",
  purpose: "Purpose",
  promptAuthor: "Prompt Author",
  modality: "Modality",
  industry: "Industry",
  exampleImageUrl: "Example Image",
  tags: "Tags",
  notes: "Notes",
};

export const isPromptFormField = isFieldOf(EMPTY_PROMPT);

/** Every field in the order of the form. */
export const PROMPT_FIELDS: readonly PromptFormField[] =
  Object.keys(PROMPT_FIELD_LABELS).filter(isPromptFormField);

/** A prompt, or what a form holds, as the form shows it. */
export const formValuesOf = (prompt: PromptFormInput): PromptFormValues => ({
  name: prompt.name,
  prompt: prompt.prompt,
  purpose: prompt.purpose ?? "",
  promptAuthor: prompt.promptAuthor ?? "",
  modality: prompt.modality ?? "",
  industry: prompt.industry ?? "",
  exampleImageUrl: prompt.exampleImageUrl ?? "",
  tags: prompt.tags,
  notes: prompt.notes ?? "",
});
