import { z } from "zod";

import { pickProperty } from "#shared/fields/field.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { schemasOf } from "#shared/fields/schemas-of.ts";
import { itemInput } from "#shared/kernel/items.ts";
import { TEXT_LIMITS, completeAddress } from "#shared/kernel/text-rules.ts";
import { baseRevision, idSchema, revisionSchema, requiredLine } from "#shared/kernel/text.ts";
import { versionSchemaOf } from "#shared/kernel/versions.ts";

/** Author of a reading if its file names none. Every reading needs one. */
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

/** Reading as listed for one user. */
export const listedReadingSchema = readingSchema.extend({
  /** Excludes deleted comments. */
  commentCount: z.int(),
  /** Number of other people's comments since this user last opened the card, or of all if they never did. */
  newCommentCount: z.int(),
  /** Time when this user last opened the card. Other people's later comments are new to them. */
  seenAt: z.iso.datetime().nullable(),
  /** Time and author of the last comment that is not deleted; null without comments. */
  lastCommentAt: z.iso.datetime().nullable(),
  lastCommentBy: z.string().nullable(),
});
export type ListedReading = z.infer<typeof listedReadingSchema>;

export const readingVersionSchema = versionSchemaOf(READING_FIELDS);

/** Editable fields of a reading. */
export const readingFieldsSchema = z.object(schemasOf(READING_FIELDS, "schema"));
export type ReadingFields = z.infer<typeof readingFieldsSchema>;

/** Schema of the form's values, where the year and tags are typed text. */
export const readingFormSchema = z.object(schemasOf(READING_FIELDS, "formSchema"));

export const newReadingSchema = itemInput(schemasOf(READING_FIELDS, "newSchema"), listedReadingSchema);
export type NewReading = z.infer<typeof newReadingSchema>;

export const EMPTY_READING = { ...pickProperty(READING_FIELDS, "emptyValue"), author: UNKNOWN_AUTHOR };

/** Partial edit. Absent fields are unchanged and `null` clears one. A stale `revision` is rejected. */
export const readingEditSchema = itemInput(
  { ...schemasOf(READING_FIELDS, "editSchema"), id: idSchema, revision: baseRevision },
  listedReadingSchema,
);
export type ReadingEdit = z.infer<typeof readingEditSchema>;

/** ISBN in any format, or the address of an article's page. */
export const lookupRequestSchema = z.object({
  isbnOrUrl: requiredLine(TEXT_LIMITS.url, "Please enter an ISBN or a web address").transform(
    completeAddress,
  ),
});
export type LookupRequest = z.infer<typeof lookupRequestSchema>;

/** Data of a book or article for the form. `source` names its origin. */
export const lookupAnswerSchema = z.object({
  title: z.string(),
  author: z.string(),
  year: z.int().nullable(),
  imageUrl: z.string().nullable(),
  isbn: z.string().nullable(),
  source: z.string(),
});
export type LookupAnswer = z.infer<typeof lookupAnswerSchema>;
