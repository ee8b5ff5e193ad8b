import { useWatch } from "react-hook-form";

import { EditConflict } from "#client/features/forms/edit-conflict.tsx";
import { optionLabel } from "#shared/labels.ts";

import {
  formValuesOf,
  TOOL_FIELD_LABELS,
  type ToolFormField,
  type ToolFormValues,
} from "./tool-form-values.ts";
import type { ToolEdits } from "./use-tool-edits.ts";

interface EditToolConflictProps {
  edits: ToolEdits;
  conflict: NonNullable<ToolEdits["conflict"]>;
}

/** What somebody else saved of a tool meanwhile, beside what is in the form. */
export function EditToolConflict({ edits, conflict }: EditToolConflictProps) {
  const typed = formValuesOf(useWatch({ control: edits.form.control, compute: (values) => values }));
  return (
    <EditConflict
      noun="tool"
      conflict={conflict}
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
