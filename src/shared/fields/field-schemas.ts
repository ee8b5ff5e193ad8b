import { z } from "zod";

import { READING_YEARS } from "#shared/imports/reading-cells.ts";
import { cleanTags, TEXT_LIMITS, completeAddress } from "#shared/kernel/text-rules.ts";
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
  readWholeNumber,
} from "#shared/kernel/text.ts";
import { isImageAddress } from "#shared/pictures/image-rules.ts";
import { MAX_RELEASE_NOTES } from "#shared/tools/release-note-list.ts";
import { type ReleaseNote, releaseNoteEntrySchema, releaseNoteSchema } from "#shared/tools/release-notes.ts";

const IMAGE_ADDRESS_MESSAGE = "Please enter a valid URL or file path";

/** Address of an image: a path on this server, or an absolute http(s) address. */
export const imageAddressSchema = z
  .string()
  .trim()
  .overwrite(completeAddress)
  .max(TEXT_LIMITS.url, `Use at most ${TEXT_LIMITS.url} characters`)
  .refine((address) => isImageAddress(address), IMAGE_ADDRESS_MESSAGE);

/** Optional image address. An empty field means none. */
export const optionalImageAddress = z
  .union([z.literal("").transform(() => null), imageAddressSchema], { error: IMAGE_ADDRESS_MESSAGE })
  .nullish()
  .transform((address) => address ?? null);

/** Schemas of a field. */
export interface FieldSchemas {
  /** Input of a call. */
  schema: z.ZodType;
  /** Inputs of the calls that add and edit. An edit may omit the field. */
  newSchema: z.ZodType;
  editSchema: z.ZodType;
  /** Input from a form, which sends text where a call sends a number. */
  formSchema: z.ZodType;
  /** Stored and returned value. */
  storedSchema: z.ZodType;
}

/** Creates the schemas of a value that is a text, a number or empty. */
const createValueSchemas = <Given extends z.ZodType, Stored extends z.ZodType>(
  schema: Given,
  storedSchema: Stored,
) => ({
  schema,
  newSchema: schema,
  editSchema: schema.optional(),
  formSchema: schema,
  storedSchema,
});

/** Creates the schemas of a list value. A call may send `null` for an empty one. */
const createListSchemas = <Item, Given, Stored extends z.ZodType>(
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
const textList = z.array(z.string());

const YEAR_MESSAGE = `Year must be a whole number from ${READING_YEARS.min} to ${READING_YEARS.max}`;
const optionalYear = z
  .int(YEAR_MESSAGE)
  .min(READING_YEARS.min, YEAR_MESSAGE)
  .max(READING_YEARS.max, YEAR_MESSAGE)
  .nullish()
  .transform((year) => year ?? null);

const releaseNoteList = <Input>(note: z.ZodType<ReleaseNote, Input>) =>
  boundedList(note, MAX_RELEASE_NOTES, `Use at most ${MAX_RELEASE_NOTES} release notes`);

/** Parses tags from dialogs: separated by commas. */
export const parseTagText = (text: string): string[] => cleanTags(text.split(","));

/**
 * Schemas of each kind of field. Tables refer to them by name, so that code that only shows fields doesn't load zod.
 */
export const SCHEMA_KINDS = {
  line: (max: number) => createValueSchemas(optionalLine(max), optionalText),
  requiredLine: (max: number, message: string) => createValueSchemas(requiredLine(max, message), z.string()),
  prose: (max: number) => createValueSchemas(optionalProse(max), optionalText),
  requiredProse: (max: number, message: string) =>
    createValueSchemas(requiredProse(max, message), z.string()),
  address: () => createValueSchemas(optionalHttpUrl, optionalText),
  picture: () => createValueSchemas(optionalImageAddress, optionalText),
  tags: () => createListSchemas(tagList, textList),
  lowercaseTags: () => createListSchemas(lowercaseTagList, textList),
  releaseNotes: () => ({
    ...createListSchemas(
      releaseNoteList(releaseNoteEntrySchema),
      z.array(z.object({ date: z.string(), url: z.string() })),
    ),
    formSchema: releaseNoteList(releaseNoteSchema),
  }),
  year: () => ({
    ...createValueSchemas(optionalYear, z.int().nullable()),
    formSchema: z
      .string()
      .trim()
      .transform((text) => (text === "" ? null : readWholeNumber(text)))
      .pipe(optionalYear),
  }),
  /** Tags in a form, as one text. */
  tagsAsText: () => ({
    ...createListSchemas(tagList, textList),
    formSchema: z.string().transform(parseTagText).pipe(tagList),
  }),
};
export type SchemaKinds = typeof SCHEMA_KINDS;
