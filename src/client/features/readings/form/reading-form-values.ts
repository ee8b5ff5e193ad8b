import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";

import { type FormValues, isFieldOf, toFormValues } from "#client/features/forms/form-fields.ts";
import { namesOf, partOf } from "#shared/fields/field.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { EMPTY_READING, type ReadingFields } from "#shared/readings.ts";

/** The fields of a reading as the forms hold them: the year and the tags are text that somebody types. */
export const readingFormSchema = z.object(partOf(READING_FIELDS, "formSchema"));
export const READING_FORM_FIELDS = namesOf(READING_FIELDS);

export type ReadingFormInput = z.input<typeof readingFormSchema>;
type ReadingFormFields = z.output<typeof readingFormSchema>;
export type ReadingFormField = keyof ReadingFormInput;
export type ReadingForm = UseFormReturn<ReadingFormInput, unknown, ReadingFormFields>;
export type ReadingFormValues = FormValues<ReadingFormInput>;

/** What a form holds, with empty text for what is not given. */
export const formValuesOf = (input: ReadingFormInput): ReadingFormValues =>
  toFormValues<ReadingFormInput>(READING_FIELDS, input);
/** A stored reading as the form shows it. */
export const formValuesOfReading = (reading: ReadingFields): ReadingFormValues =>
  toFormValues<ReadingFormInput>(READING_FIELDS, reading);

export const EMPTY_READING_FORM = formValuesOfReading({ ...EMPTY_READING, author: "" });
export const isReadingFormField = isFieldOf(EMPTY_READING_FORM);
