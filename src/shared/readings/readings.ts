import { z } from "zod";

import { partOf } from "#shared/fields/field.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { schemasOf } from "#shared/fields/schemas-of.ts";
import { itemInput } from "#shared/kernel/item-input.ts";
import { baseRevision, idSchema, revisionSchema } from "#shared/kernel/text.ts";
import { versionSchemaOf } from "#shared/kernel/versions.ts";

/** Who stands as the author where a file names none: every reading has one. */
export const UNKNOWN_AUTHOR = "Unknown author";

export const readingSchema = z.object({
  id: idSchema,
  ...schemasOf(READING_FIELDS, "storedSchema"),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  userId: idSchema,
  revision: revisionSchema,
});
export type Reading = z.infer<typeof readingSchema>;

/** A reading as the list shows it to one person. */
export const listedReadingSchema = readingSchema.extend({
  /** Without deleted ones. */
  commentCount: z.int(),
  /** Comments of others since this person last opened the card; all of them if they never did. */
  newCommentCount: z.int(),
  /** When this person last opened the card; comments of others since then are new to them. */
  seenAt: z.iso.datetime().nullable(),
});
export type ListedReading = z.infer<typeof listedReadingSchema>;

/** One state of a reading. */
export const readingVersionSchema = versionSchemaOf(READING_FIELDS);

/** What a person fills in of a reading. */
export const readingFieldsSchema = z.object(schemasOf(READING_FIELDS, "schema"));
export type ReadingFields = z.infer<typeof readingFieldsSchema>;

export const newReadingSchema = itemInput(schemasOf(READING_FIELDS, "newSchema"), listedReadingSchema);
export type NewReading = z.infer<typeof newReadingSchema>;

/** A reading of which nothing is said. */
export const EMPTY_READING = { ...partOf(READING_FIELDS, "emptyValue"), author: UNKNOWN_AUTHOR };

/** A partial edit: absent fields stay as they are, `null` clears one. A stale `revision` is refused. */
export const readingEditSchema = itemInput(
  { ...schemasOf(READING_FIELDS, "editSchema"), id: idSchema, revision: baseRevision },
  listedReadingSchema,
);
export type ReadingEdit = z.infer<typeof readingEditSchema>;
