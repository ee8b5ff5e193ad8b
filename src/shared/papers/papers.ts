import { z } from "zod";

import { dayCountsSchema } from "#shared/kernel/day-counts.ts";
import { listCountsSchema, pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { idSchema } from "#shared/kernel/text.ts";

import { MAX_ARXIV_ADDRESS, readArxivId, paperShows } from "./paper-words.ts";

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
  /** Model that wrote the summary. An extract of the abstract has none. */
  summarySource: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** True if the authors or the archive withdrew the paper. The PDF's address then leads nowhere. */
  isWithdrawn: z.boolean(),
  /** Excludes deleted comments. */
  commentCount: z.int(),
  /**
   * For the requesting user: whether they starred or hid the paper, and whether it was found since their last visit.
   */
  isStarred: z.boolean(),
  isHidden: z.boolean(),
  isNew: z.boolean(),
  /** Reason for a recommendation: the most similar starred paper and the shared words. Null in other lists. */
  reason: z.string().nullable(),
});
export type Paper = z.infer<typeof paperSchema>;

export const paperQuerySchema = pageRequestSchema.extend({
  /** Words that must occur in title, abstract or authors. */
  search: z.string().max(200).optional(),
  category: z.string().max(50).optional(),
  /** First and last day of publication, inclusive. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** "all" excludes papers that the user hid. */
  show: z.enum(paperShows).optional(),
});
export type PaperQuery = z.infer<typeof paperQuerySchema>;

export const paperPageSchema = pageOf(paperSchema).extend({
  /** Number of matching papers, and of all papers. Only on the first page. */
  counts: listCountsSchema.nullable(),
  /** Advice if there are too few stars for recommendations. Otherwise null. */
  note: z.string().nullable(),
});
export type PaperPage = z.infer<typeof paperPageSchema>;

export const newPaperSchema = z.object({
  /** arXiv id or address of any category. A version is ignored. */
  id: z
    .string()
    .max(MAX_ARXIV_ADDRESS)
    .refine((id) => readArxivId(id) !== null, "Enter an arXiv id or address, such as 2401.01234."),
});
export type NewPaper = z.infer<typeof newPaperSchema>;

export const addedPaperSchema = paperSchema.extend({
  /** False if the paper was stored already. */
  isAdded: z.boolean(),
});
export type AddedPaper = z.infer<typeof addedPaperSchema>;

export const paperFlagsSchema = z.object({
  id: idSchema,
  isStarred: z.boolean().optional(),
  isHidden: z.boolean().optional(),
});
export type PaperFlags = z.infer<typeof paperFlagsSchema>;

export const paperStatsSchema = z.object({
  /** Most frequent first. */
  categories: z.array(z.object({ category: z.string(), count: z.int() })),
  /** Papers published on each of the last days, in UTC as the archive counts. */
  days: dayCountsSchema,
});
export type PaperStats = z.infer<typeof paperStatsSchema>;

export const similarPaperSchema = paperSchema.extend({
  /** Similarity of the two papers' texts, from 0 to 1. */
  score: z.number(),
});
export type SimilarPaper = z.infer<typeof similarPaperSchema>;

export const summaryAnswerSchema = z.object({ summary: z.string(), source: z.string().nullable() });
export type SummaryAnswer = z.infer<typeof summaryAnswerSchema>;
