import { useWatch } from "react-hook-form";

import { EditClash } from "#client/features/forms/edit-clash.tsx";

import { formValuesOf, READING_FIELD_LABELS } from "./reading-form-values.ts";
import type { ReadingEdits } from "./use-reading-edits.ts";

interface EditReadingClashProps {
  edits: ReadingEdits;
  clash: NonNullable<ReadingEdits["clash"]>;
}

/** What somebody else saved of a reading meanwhile, beside what is in the form. */
export function EditReadingClash({ edits, clash }: EditReadingClashProps) {
  const typed = formValuesOf(useWatch({ control: edits.form.control, compute: (values) => values }));
  return (
    <EditClash
      noun="reading"
      clash={clash}
      typed={typed}
      labels={READING_FIELD_LABELS}
      render={(field, values) => values[field]}
      onChoose={edits.choose}
    />
  );
}
