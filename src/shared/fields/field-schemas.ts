import { z } from "zod";

import { READING_YEARS } from "#shared/imports/reading-cells.ts";
import { cleanTags } from "#shared/kernel/text-rules.ts";
import {
  boundedList,
  listOrNull,
  lowercaseTagList,
  optionalHttpUrl,
  optionalLine,
  optionalProse,
  requiredLine,
  requiredProse,
  tagList,
} from "#shared/kernel/text.ts";
import { optionalImageAddress } from "#shared/pictures/image-address.ts";
import { readWholeNumber } from "#shared/texts/numbers-in-text.ts";
import { MAX_RELEASE_NOTES } from "#shared/tools/release-note-list.ts";
import { type ReleaseNote, releaseNoteEntrySchema, releaseNoteSchema } from "#shared/tools/release-notes.ts";

/** What the calls know of a field. */
export interface FieldSchemas {
  /** What a call may give. */
  schema: z.ZodType;
  /** The same in a call that adds, and in one that edits: there the field may be absent. */
  newSchema: z.ZodType;
  editSchema: z.ZodType;
  /** The same from a form, which holds text where a call has a number. */
  formSchema: z.ZodType;
  /** As it is stored and sent. */
  storedSchema: z.ZodType;
}

/** A value that is one text, a number or nothing. */
const given = <Given extends z.ZodType, Stored extends z.ZodType>(schema: Given, storedSchema: Stored) => ({
  schema,
  newSchema: schema,
  editSchema: schema.optional(),
  formSchema: schema,
  storedSchema,
});

/** A value that is a list; a call may give `null` for an empty one. */
const givenAsList = <Item, Given, Stored extends z.ZodType>(
  list: z.ZodType<Item[], Given>,
  storedSchema: Stored,
) => ({
  schema: list,
  newSchema: listOrNull(list).default([]),
  editSchema: listOrNull(list).optional(),
  formSchema: list,
  storedSchema,
});

const optionalText = z.string().nullable();
const texts = z.array(z.string());

const YEAR_MESSAGE = `Year must be a whole number from ${READING_YEARS.min} to ${READING_YEARS.max}`;
const optionalYear = z
  .int(YEAR_MESSAGE)
  .min(READING_YEARS.min, YEAR_MESSAGE)
  .max(READING_YEARS.max, YEAR_MESSAGE)
  .nullish()
  .transform((year) => year ?? null);

const listOfNotes = <Input>(note: z.ZodType<ReleaseNote, Input>) =>
  boundedList(note, MAX_RELEASE_NOTES, `Use at most ${MAX_RELEASE_NOTES} release notes`);

/** Tags as the dialogs take them: separated by commas. */
export const parseTagText = (text: string): string[] => cleanTags(text.split(","));

/** The schemas of each kind of field; the rows of the tables name them, so that whoever only shows a field needs no zod. */
export const SCHEMA_KINDS = {
  line: (max: number) => given(optionalLine(max), optionalText),
  requiredLine: (max: number, message: string) => given(requiredLine(max, message), z.string()),
  prose: (max: number) => given(optionalProse(max), optionalText),
  requiredProse: (max: number, message: string) => given(requiredProse(max, message), z.string()),
  address: () => given(optionalHttpUrl, optionalText),
  picture: () => given(optionalImageAddress, optionalText),
  tags: () => givenAsList(tagList, texts),
  lowercaseTags: () => givenAsList(lowercaseTagList, texts),
  releaseNotes: () => ({
    ...givenAsList(
      listOfNotes(releaseNoteEntrySchema),
      z.array(z.object({ date: z.string(), url: z.string() })),
    ),
    formSchema: listOfNotes(releaseNoteSchema),
  }),
  year: () => ({
    ...given(optionalYear, z.int().nullable()),
    formSchema: z
      .string()
      .trim()
      .transform((text) => (text === "" ? null : readWholeNumber(text)))
      .pipe(optionalYear),
  }),
  /** Tags that a form holds as one text. */
  tagsAsText: () => ({
    ...givenAsList(tagList, texts),
    formSchema: z.string().transform(parseTagText).pipe(tagList),
  }),
};
export type SchemaKinds = typeof SCHEMA_KINDS;
