import { useWatch } from "react-hook-form";

import { EditClash } from "#client/features/forms/edit-clash.tsx";
import { optionLabel } from "#shared/labels.ts";

import {
  formValuesOf,
  TOOL_FIELD_LABELS,
  type ToolFormField,
  type ToolFormValues,
} from "./tool-form-values.ts";
import type { ToolEdits } from "./use-tool-edits.ts";

interface EditToolClashProps {
  edits: ToolEdits;
  clash: NonNullable<ToolEdits["clash"]>;
}

/** What somebody else saved of a tool meanwhile, beside what is in the form. */
export function EditToolClash({ edits, clash }: EditToolClashProps) {
  const typed = formValuesOf(useWatch({ control: edits.form.control, compute: (values) => values }));
  return (
    <EditClash
      noun="tool"
      clash={clash}
      typed={typed}
      labels={TOOL_FIELD_LABELS}
      render={textOf}
      onChoose={edits.choose}
    />
  );
}

function textOf(field: ToolFormField, values: ToolFormValues): string {
  if (field === "tags") return values.tags.join(", ");
  if (field === "releaseNotes")
    return values.releaseNotes.map(({ date, url }) => `${date} ${url}`).join("\n");
  return field === "modality" || field === "industry" ? optionLabel(values[field]) : values[field];
}
