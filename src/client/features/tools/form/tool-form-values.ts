import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";

import { type FormValues, isFieldOf } from "#client/features/forms/form-fields.ts";
import { toolFieldsSchema } from "#shared/tools.ts";

/** What the forms ask for: everything but the version text, which comes with imports. */
export const toolFormSchema = toolFieldsSchema.omit({ version: true });

export type ToolFormInput = z.input<typeof toolFormSchema>;
export type ToolFormFields = z.output<typeof toolFormSchema>;
export type ToolFormField = keyof ToolFormInput;
export type ToolForm = UseFormReturn<ToolFormInput, unknown, ToolFormFields>;
export type ToolFormValues = FormValues<ToolFormInput>;

export const EMPTY_TOOL: ToolFormValues = {
  name: "",
  company: "",
  url: "",
  modality: "",
  industry: "",
  logoUrl: "",
  use: "",
  capabilities: "",
  tags: [],
  releaseNotes: [],
  notes: "",
};

/** The words at each field, for the form and for what is said about it. */
export const TOOL_FIELD_LABELS: Record<ToolFormField, string> = {
  name: "Tool Name",
  company: "Company",
  url: "URL",
  modality: "Modality",
  industry: "Industry",
  logoUrl: "Logo",
  use: "Primary Use Case",
  capabilities: "Capabilities",
  tags: "Tags",
  releaseNotes: "Release Notes",
  notes: "Notes",
};

export const isToolFormField = isFieldOf(EMPTY_TOOL);

/** Every field in the order of the form. */
export const TOOL_FIELDS: readonly ToolFormField[] = Object.keys(TOOL_FIELD_LABELS).filter(isToolFormField);

/** A tool, or what a form holds, as the form shows it. */
export const formValuesOf = (tool: ToolFormInput): ToolFormValues => ({
  name: tool.name,
  company: tool.company ?? "",
  url: tool.url ?? "",
  modality: tool.modality ?? "",
  industry: tool.industry ?? "",
  logoUrl: tool.logoUrl ?? "",
  use: tool.use ?? "",
  capabilities: tool.capabilities ?? "",
  tags: tool.tags,
  releaseNotes: tool.releaseNotes.map(({ date, url }) => ({ date, url })),
  notes: tool.notes ?? "",
});
