import { useState } from "react";

import { useEdits } from "#client/features/forms/use-edits.ts";
import type { Reading } from "#shared/readings.ts";

import { formValuesOf, formValuesOfReading, READING_FIELDS } from "./reading-form-values.ts";
import { useReadingForm } from "./use-reading-form.ts";

/** The form of an edit, the revision that it is made on, and what to do when somebody else saves meanwhile. */
export function useReadingEdits(reading: Reading) {
  const values = formValuesOfReading(reading);
  const form = useReadingForm(values);
  const [revision, setRevision] = useState(reading.revision);
  const edits = useEdits(form, values, { fields: READING_FIELDS, valuesOf: formValuesOf });

  /** Lays our edit over a version that somebody else has saved; true when there is something to decide. */
  function meet(newer: Reading): boolean {
    setRevision(newer.revision);
    return edits.meet(formValuesOfReading(newer));
  }

  return { form, revision, clash: edits.clash, choose: edits.choose, meet };
}

export type ReadingEdits = ReturnType<typeof useReadingEdits>;
