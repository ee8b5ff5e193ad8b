import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";

import { type FormValues, isFieldOf, toFormValues } from "#client/features/forms/form-fields.ts";
import { namesOf, partOf } from "#shared/fields/field.ts";
import { TOOL_FORM } from "#shared/fields/tool-fields.ts";
import type { toolFormSchema } from "#shared/tools/tools.ts";

/** Loads the form's schema, separately from the form. */
export const loadToolFormSchema = async () => (await import("#shared/tools/tools.ts")).toolFormSchema;
export const TOOL_FORM_FIELDS = namesOf(TOOL_FORM);

export type ToolFormInput = z.input<typeof toolFormSchema>;
export type ToolFormFields = z.output<typeof toolFormSchema>;
export type ToolForm = UseFormReturn<ToolFormInput, unknown, ToolFormFields>;
export type ToolFormValues = FormValues<ToolFormInput>;

/** Converts a tool or form input to form values. */
export const formValuesOf = (tool: ToolFormInput): ToolFormValues =>
  toFormValues<ToolFormInput>(TOOL_FORM, tool);
export const EMPTY_TOOL_FORM = formValuesOf(partOf(TOOL_FORM, "emptyValue"));

export const isToolFormField = isFieldOf(EMPTY_TOOL_FORM);
