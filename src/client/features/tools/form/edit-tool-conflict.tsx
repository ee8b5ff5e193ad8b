import { useWatch } from "react-hook-form";

import { EditConflict } from "#client/features/forms/edit-conflict.tsx";

import { formValuesOf, TOOL_FORM } from "./tool-form-values.ts";
import type { ToolEdits } from "./use-tool-edits.ts";

interface EditToolConflictProps {
  edits: ToolEdits;
  conflict: NonNullable<ToolEdits["conflict"]>;
}

/** What somebody else saved of a tool meanwhile, beside what is in the form. */
export function EditToolConflict({ edits, conflict }: EditToolConflictProps) {
  const typed = formValuesOf(useWatch({ control: edits.form.control, compute: (values) => values }));
  return (
    <EditConflict noun="tool" conflict={conflict} typed={typed} fields={TOOL_FORM} onChoose={edits.choose} />
  );
}
