import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";

import { type FormValues, isFieldOf, toFormValues } from "#client/features/forms/form-fields.ts";
import { formFieldsOf, namesOf, partOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { EMPTY_TOOL } from "#shared/tools.ts";

/** What the forms ask for: everything but the version text, which comes with imports. */
export const TOOL_FORM = formFieldsOf(TOOL_FIELDS);
export const toolFormSchema = z.object(partOf(TOOL_FORM, "formSchema"));
export const TOOL_FORM_FIELDS = namesOf(TOOL_FORM);

export type ToolFormInput = z.input<typeof toolFormSchema>;
export type ToolFormFields = z.output<typeof toolFormSchema>;
export type ToolForm = UseFormReturn<ToolFormInput, unknown, ToolFormFields>;
export type ToolFormValues = FormValues<ToolFormInput>;

/** A tool, or what a form holds, as the form shows it. */
export const formValuesOf = (tool: ToolFormInput): ToolFormValues =>
  toFormValues<ToolFormInput>(TOOL_FORM, tool);
export const EMPTY_TOOL_FORM = formValuesOf(EMPTY_TOOL);

export const isToolFormField = isFieldOf(EMPTY_TOOL_FORM);
