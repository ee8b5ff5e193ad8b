import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";

import { type FormValues, isFieldOf } from "#client/features/forms/form-fields.ts";
import { parseTagText, type Reading, readingFieldsSchema } from "#shared/readings.ts";

const { shape } = readingFieldsSchema;

/** The fields of a reading as the forms hold them: the year and the tags are text that somebody types. */
export const readingFormSchema = z.object({
  ...shape,
  year: z
    .string()
    .transform((text): number | null | undefined => (text.trim() === "" ? null : Number(text)))
    .pipe(shape.year),
  tags: z.string().transform(parseTagText).pipe(shape.tags),
});

export type ReadingFormInput = z.input<typeof readingFormSchema>;
export type ReadingFormFields = z.output<typeof readingFormSchema>;
export type ReadingFormField = keyof ReadingFormInput;
export type ReadingForm = UseFormReturn<ReadingFormInput, unknown, ReadingFormFields>;
export type ReadingFormValues = FormValues<ReadingFormInput>;

export const EMPTY_READING: ReadingFormValues = {
  title: "",
  author: "",
  year: "",
  page: "",
  topic: "",
  isbn: "",
  imageUrl: "",
  tags: "",
  notes: "",
};

/** The words at each field, for the form and for what is said about it. */
export const READING_FIELD_LABELS: Record<ReadingFormField, string> = {
  title: "Title",
  author: "Author",
  year: "Year",
  page: "Page",
  topic: "Topic",
  isbn: "ISBN",
  imageUrl: "Cover Image URL",
  tags: "Tags",
  notes: "Notes",
};

export const isReadingFormField = isFieldOf(EMPTY_READING);

/** Every field in the order of the form. */
export const READING_FIELDS: readonly ReadingFormField[] =
  Object.keys(EMPTY_READING).filter(isReadingFormField);

/** What a form holds, with empty text for what is not given. */
export const formValuesOf = (input: ReadingFormInput): ReadingFormValues => ({
  title: input.title,
  author: input.author,
  year: input.year,
  page: input.page ?? "",
  topic: input.topic ?? "",
  isbn: input.isbn ?? "",
  imageUrl: input.imageUrl ?? "",
  tags: input.tags,
  notes: input.notes ?? "",
});

/** A stored reading as the form shows it. */
export const formValuesOfReading = (reading: Reading): ReadingFormValues =>
  formValuesOf({
    ...reading,
    year: reading.year === null ? "" : String(reading.year),
    tags: reading.tags.join(", "),
  });
