import { useWatch } from "react-hook-form";

import { EditConflict } from "#client/features/forms/edit-conflict.tsx";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";

import { formValuesOf } from "./reading-form-values.ts";
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
      fields={READING_FIELDS}
      onChoose={edits.choose}
    />
  );
}
