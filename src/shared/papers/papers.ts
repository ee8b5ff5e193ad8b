import { z } from "zod";

import { dayCountsSchema } from "#shared/kernel/day-counts.ts";
import { listCountsSchema, pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { idSchema } from "#shared/kernel/text.ts";

import { paperShows } from "./paper-words.ts";

export const paperSchema = z.object({
  id: idSchema,
  title: z.string(),
  abstract: z.string(),
  /** Names joined by ", ". */
  authors: z.string(),
  url: z.string(),
  pdfUrl: z.string(),
  arXivId: z.string(),
  categories: z.array(z.string()),
  publishedAt: z.iso.datetime(),
  imageUrl: z.string().nullable(),
  pplxSummary: z.string().nullable(),
  /** Who wrote the summary: a model, or nobody when it is an extract of the abstract. */
  summarySource: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Withdrawn by its authors or the archive: the address of the PDF leads nowhere. */
  isWithdrawn: z.boolean(),
  /** For the person who asks: starred, hidden, and found since their last visit. */
  isStarred: z.boolean(),
  isHidden: z.boolean(),
  isNew: z.boolean(),
});
export type Paper = z.infer<typeof paperSchema>;

export const paperQuerySchema = pageRequestSchema.extend({
  /** Words that must stand in title, abstract or authors. */
  search: z.string().max(200).optional(),
  category: z.string().max(50).optional(),
  /** Published on or after this day, and on or before that one. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** "all" leaves out what the person has hidden. */
  show: z.enum(paperShows).optional(),
});
export type PaperQuery = z.infer<typeof paperQuerySchema>;

export const paperPageSchema = pageOf(paperSchema).extend({
  /** How many papers the query has, and how many there are without it; with the first page alone. */
  counts: listCountsSchema.nullable(),
});
export type PaperPage = z.infer<typeof paperPageSchema>;

export const paperFlagsSchema = z.object({
  id: idSchema,
  isStarred: z.boolean().optional(),
  isHidden: z.boolean().optional(),
});
export type PaperFlags = z.infer<typeof paperFlagsSchema>;

export const paperStatsSchema = z.object({
  /** The most frequent first. */
  categories: z.array(z.object({ category: z.string(), count: z.int() })),
  /** The papers published on each of the last days, in UTC as the archive counts. */
  days: dayCountsSchema,
});
export type PaperStats = z.infer<typeof paperStatsSchema>;

export const summaryAnswerSchema = z.object({ summary: z.string(), source: z.string().nullable() });
export type SummaryAnswer = z.infer<typeof summaryAnswerSchema>;
