import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";

import { toolFieldsSchema } from "#shared/tools.ts";

/** What the forms ask for: everything but the version text, which comes with imports. */
export const toolFormSchema = toolFieldsSchema.omit({ version: true });

export type ToolFormInput = z.input<typeof toolFormSchema>;
export type ToolFormFields = z.output<typeof toolFormSchema>;
export type ToolFormField = keyof ToolFormInput;
export type ToolForm = UseFormReturn<ToolFormInput, unknown, ToolFormFields>;

/** The fields as they stand in the form: text that was not given is empty, never `null`. */
export type ToolFormValues = { [Field in ToolFormField]-?: NonNullable<ToolFormInput[Field]> };

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

export const isToolFormField = (name: string | undefined): name is ToolFormField =>
  name !== undefined && Object.hasOwn(EMPTY_TOOL, name);

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
