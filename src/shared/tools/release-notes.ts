import { z } from "zod";

import { itemInput } from "#shared/kernel/items.ts";
import { httpUrl, requiredLine } from "#shared/kernel/text.ts";

import { MAX_RELEASE_DATE_LENGTH, UNDATED } from "./release-note-list.ts";

/** Release note: a date in free text such as 2024-01-15, and the address of the note. */
export const releaseNoteSchema = itemInput({
  date: requiredLine(MAX_RELEASE_DATE_LENGTH, "Date is required"),
  url: httpUrl,
});
export type ReleaseNote = z.infer<typeof releaseNoteSchema>;

/** Release note as input: an object, or only an address, which gets the date "Undated". */
export const releaseNoteEntrySchema: z.ZodType<ReleaseNote, ReleaseNote | string> = z
  .preprocess(
    (entry: ReleaseNote | string) => (typeof entry === "string" ? { date: UNDATED, url: entry } : entry),
    releaseNoteSchema,
  )
  .describe(`A release note, or its address alone, which is stored with the date "${UNDATED}"`);
