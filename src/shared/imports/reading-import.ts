import type { z } from "zod";

import { namesOf } from "#shared/fields/field.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { readingFieldsSchema } from "#shared/readings/readings.ts";

import { createImportKind } from "./import-kind.ts";
import { IMPORT_FORMATS, importRequestOf } from "./request.ts";
import { gatherZoteroColumns } from "./zotero-csv.ts";

export const READING_IMPORT_FORMATS = [...IMPORT_FORMATS, "bibtex"] as const;
export const readingImportRequestSchema = importRequestOf(namesOf(READING_FIELDS), READING_IMPORT_FORMATS);
export type ReadingImportRequest = z.infer<typeof readingImportRequestSchema>;

const importedReadingSchema = readingFieldsSchema
  .partial()
  .extend({ title: readingFieldsSchema.shape.title });
/** Fields of a reading in a row. Empty ones are absent. */
export type ImportedReading = z.infer<typeof importedReadingSchema>;

/** Import of readings from files. */
export const READING_IMPORT = createImportKind(READING_FIELDS, {
  noun: "reading",
  naming: "title",
  lists: "readings books articles papers publications references readinglist works bookmarks",
  required: { title: "the reading titles" },
  prepare: gatherZoteroColumns,
  schema: importedReadingSchema,
});
