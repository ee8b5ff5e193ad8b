import { z } from "zod";

import { boundedList, idSchema } from "./kernel/text.ts";

export const EXPORT_FORMATS = ["json", "slides", "csv", "markdown"] as const;
const exportFormatSchema = z.enum(EXPORT_FORMATS, {
  error: `Choose one of these formats: ${EXPORT_FORMATS.join(", ")}`,
});
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** Slide decks: a slide for each tool, or a summary of at most 12 slides. */
const DECK_KINDS = ["tools", "overview"] as const;
export type DeckKind = (typeof DECK_KINDS)[number];

/** Maximum number of items selected for one export. */
const MAX_SELECTED_IDS = 10_000;

const idList = boundedList(idSchema, MAX_SELECTED_IDS, `Select at most ${MAX_SELECTED_IDS} items`);

/** `selectedIds` as a list, or comma-separated in a query string. Absent means all. */
export const exportRequestSchema = z.object({
  format: exportFormatSchema,
  selectedIds: z
    .union([
      z
        .string()
        .max(600_000)
        .transform((text) => text.split(",").filter((id) => id !== ""))
        .pipe(idList),
      idList,
    ])
    .optional(),
  deck: z.enum(DECK_KINDS, { error: `Choose one of these decks: ${DECK_KINDS.join(", ")}` }).optional(),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

/** Creates the schema of an export request with these formats. */
const createExportRequest = <Format extends string>(formats: readonly Format[]) =>
  exportRequestSchema.omit({ deck: true }).extend({
    format: z.enum(formats, { error: `Choose one of these formats: ${formats.join(", ")}` }),
  });

/** Request for an export without formats of its own. */
export const tableExportRequestSchema = createExportRequest(["json", "csv"]);
export type TableExportRequest = z.infer<typeof tableExportRequestSchema>;

export const readingExportRequestSchema = createExportRequest(["csv", "json", "bibtex"]).pick({
  format: true,
});
export type ReadingExportFormat = z.infer<typeof readingExportRequestSchema>["format"];

/** Key of an item's discussion in a JSON file. Imports ignore it, because they would change the comments' authors. */
export const DISCUSSION_COLUMN = "discussion";

/** Comment in a JSON file; a list has the oldest first. A deleted comment with replies has no content. */
export interface ExportedComment {
  id: string;
  parentId: string | null;
  author: string;
  content: string;
  createdAt: string;
  updatedAt: string;
}

/** File to save: text unchanged, long text and other bytes as base64. */
export const exportedFileSchema = z.object({
  fileName: z.string(),
  mediaType: z.string(),
  encoding: z.enum(["utf8", "base64"]),
  content: z.string(),
});
export type ExportedFile = z.infer<typeof exportedFileSchema>;
