import { z } from "zod";

import { optionalImageAddress } from "./image-address.ts";
import {
  baseRevision,
  cleanTags,
  idSchema,
  listOrNull,
  optionalLine,
  optionalProse,
  requiredLine,
  revisionSchema,
  tagList,
  TEXT_LIMITS,
} from "./text.ts";

/** The years that a book or article may be from; those before the common era are negative. */
export const READING_YEARS = { min: -5000, max: 2100 } as const;

/** Who stands as the author where a file names none: every reading has one. */
export const UNKNOWN_AUTHOR = "Unknown author";

export const readingSchema = z.object({
  id: idSchema,
  title: z.string(),
  author: z.string(),
  year: z.int().nullable(),
  isbn: z.string().nullable(),
  topic: z.string().nullable(),
  page: z.string().nullable(),
  tags: z.array(z.string()),
  notes: z.string().nullable(),
  imageUrl: z.string().nullable(),
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

const YEAR_MESSAGE = `Year must be a whole number from ${READING_YEARS.min} to ${READING_YEARS.max}`;

const optionalYear = z
  .int(YEAR_MESSAGE)
  .min(READING_YEARS.min, YEAR_MESSAGE)
  .max(READING_YEARS.max, YEAR_MESSAGE)
  .nullish()
  .transform((year) => year ?? null);

/** What a person fills in of a reading: the form's schema and the server's. */
export const readingFieldsSchema = z.object({
  title: requiredLine(TEXT_LIMITS.name, "Title is required"),
  author: requiredLine(TEXT_LIMITS.name, "Author is required"),
  year: optionalYear,
  isbn: optionalLine(TEXT_LIMITS.tag),
  topic: optionalLine(TEXT_LIMITS.shortText),
  page: optionalLine(TEXT_LIMITS.shortText),
  tags: tagList,
  notes: optionalProse(TEXT_LIMITS.notes),
  imageUrl: optionalImageAddress,
});
export type ReadingFields = z.infer<typeof readingFieldsSchema>;

export const newReadingSchema = readingFieldsSchema.extend({ tags: listOrNull(tagList).default([]) });
export type NewReading = z.infer<typeof newReadingSchema>;

/** A partial edit: absent fields stay as they are, `null` clears one. A stale `revision` is refused. */
export const readingEditSchema = readingFieldsSchema.partial().extend({
  id: idSchema,
  tags: listOrNull(tagList).optional(),
  revision: baseRevision,
});
export type ReadingEdit = z.infer<typeof readingEditSchema>;

/** Tags as the dialogs take them: separated by commas. */
export const parseTagText = (text: string): string[] => cleanTags(text.split(","));

export interface ReadingFilter {
  search: string;
  topic: string | null;
}

const isSame = (text: string | null, wanted: string) => text?.toLowerCase() === wanted.toLowerCase();

/** The search box covers title, author, topic, notes and tags. */
export function matchesReadingFilter(reading: Reading, { search, topic }: ReadingFilter): boolean {
  const wanted = search.trim().toLowerCase();
  const texts = [reading.title, reading.author, reading.topic, reading.notes, ...reading.tags];
  return (
    (wanted === "" || texts.some((text) => text?.toLowerCase().includes(wanted))) &&
    (topic === null || isSame(reading.topic, topic))
  );
}

/** Every topic that readings have, once, sorted; of spellings that differ in case only, the first one. */
export function topicsOf(readings: readonly Pick<Reading, "topic">[]): string[] {
  const topics = new Map<string, string>();
  for (const { topic } of readings) {
    if (topic !== null && !topics.has(topic.toLowerCase())) topics.set(topic.toLowerCase(), topic);
  }
  return [...topics.values()].toSorted((a, b) => a.localeCompare(b, "en-US"));
}
