import { useCheckedForm } from "#client/features/forms/use-checked-form.ts";
import { useEdits } from "#client/features/forms/use-edits.ts";
import { newerReading } from "#client/features/readings/use-readings.ts";
import type { Reading } from "#shared/readings.ts";

import {
  formValuesOf,
  formValuesOfReading,
  READING_FORM_FIELDS,
  readingFormSchema,
} from "./reading-form-values.ts";

/** A version of a reading as an edit in the form can be made on it. */
const versionOf = (reading: Reading) => ({ ...formValuesOfReading(reading), revision: reading.revision });

function newerOf(error: unknown) {
  const newer = newerReading(error);
  return newer && versionOf(newer);
}

/** The form of an edit, the version that it is made on, and what to do when somebody else saves meanwhile. */
export function useReadingEdits(reading: Reading) {
  const form = useCheckedForm(readingFormSchema, formValuesOfReading(reading));
  const { base, conflict, save, choose } = useEdits(form, versionOf(reading), {
    fields: READING_FORM_FIELDS,
    valuesOf: formValuesOf,
    newerVersionOf: newerOf,
  });
  return { form, base, conflict, save, choose };
}

export type ReadingEdits = ReturnType<typeof useReadingEdits>;
