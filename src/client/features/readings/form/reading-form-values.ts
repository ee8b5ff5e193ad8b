import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";

import { type FormValues, isFieldOf, toFormValues } from "#client/features/forms/form-fields.ts";
import { namesOf, partOf } from "#shared/fields/field.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import type { ReadingFields, readingFormSchema } from "#shared/readings/readings.ts";

/** Loads the form's schema, separately from the form. */
export const loadReadingFormSchema = async () =>
  (await import("#shared/readings/readings.ts")).readingFormSchema;
export const READING_FORM_FIELDS = namesOf(READING_FIELDS);

export type ReadingFormInput = z.input<typeof readingFormSchema>;
type ReadingFormFields = z.output<typeof readingFormSchema>;
export type ReadingFormField = keyof ReadingFormInput;
export type ReadingForm = UseFormReturn<ReadingFormInput, unknown, ReadingFormFields>;
export type ReadingFormValues = FormValues<ReadingFormInput>;

/** Converts form input to form values. Missing values become empty text. */
export const formValuesOf = (input: ReadingFormInput): ReadingFormValues =>
  toFormValues<ReadingFormInput>(READING_FIELDS, input);
/** Converts a stored reading to form values. */
export const formValuesOfReading = (reading: ReadingFields): ReadingFormValues =>
  toFormValues<ReadingFormInput>(READING_FIELDS, reading);

export const EMPTY_READING_FORM = formValuesOf({
  ...partOf(READING_FIELDS, "emptyValue"),
  year: "",
  tags: "",
});
export const isReadingFormField = isFieldOf(EMPTY_READING_FORM);
