import { useWatch } from "react-hook-form";

import { EditConflict } from "#client/features/forms/edit-conflict.tsx";

import { formValuesOf, READING_FIELD_LABELS } from "./reading-form-values.ts";
import type { ReadingEdits } from "./use-reading-edits.ts";

interface EditReadingConflictProps {
  edits: ReadingEdits;
  conflict: NonNullable<ReadingEdits["conflict"]>;
}

/** What somebody else saved of a reading meanwhile, beside what is in the form. */
export function EditReadingConflict({ edits, conflict }: EditReadingConflictProps) {
  const typed = formValuesOf(useWatch({ control: edits.form.control, compute: (values) => values }));
  return (
    <EditConflict
      noun="reading"
      conflict={conflict}
      typed={typed}
      labels={READING_FIELD_LABELS}
      render={(field, values) => values[field]}
      onChoose={edits.choose}
    />
  );
}
