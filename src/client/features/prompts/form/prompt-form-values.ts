import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";

import { type FormValues, isFieldOf, toFormValues } from "#client/features/forms/form-fields.ts";
import { namesOf, partOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import type { promptFieldsSchema } from "#shared/prompts/prompts.ts";

export type PromptFormInput = z.input<typeof promptFieldsSchema>;
export type PromptFormFields = z.output<typeof promptFieldsSchema>;
export type PromptFormField = keyof PromptFormInput;
export type PromptForm = UseFormReturn<PromptFormInput, unknown, PromptFormFields>;
export type PromptFormValues = FormValues<PromptFormInput>;

export const PROMPT_FORM_FIELDS = namesOf(PROMPT_FIELDS);

/** Converts a prompt or form input to form values. */
export const formValuesOf = (prompt: PromptFormInput): PromptFormValues =>
  toFormValues<PromptFormInput>(PROMPT_FIELDS, prompt);
export const EMPTY_PROMPT_FORM = formValuesOf(partOf(PROMPT_FIELDS, "emptyValue"));

export const isPromptFormField = isFieldOf(EMPTY_PROMPT_FORM);

/** Returns a loader for the form's schema with a maximum prompt length. It loads separately from the form. */
export const promptSchemaLoader = (maxLength: number) => async () =>
  (await import("#shared/prompts/prompts.ts")).promptFieldsWithin(maxLength);
