import type { z } from "zod";

import { itemInput } from "./item-input.ts";
import { MAX_RELEASE_DATE_LENGTH } from "./release-note-list.ts";
import { httpUrl, requiredLine } from "./text.ts";

/** A release note: a date in free text such as 2024-01-15, and the address of the note. */
export const releaseNoteSchema = itemInput({
  date: requiredLine(MAX_RELEASE_DATE_LENGTH, "Date is required"),
  url: httpUrl,
});
export type ReleaseNote = z.infer<typeof releaseNoteSchema>;
