import { z } from "zod";

import { timeZoneSchema } from "#shared/kernel/day-counts.ts";
import { itemRefSchema } from "#shared/kernel/items.ts";
import { RINGS, STANCES } from "#shared/verdicts/rings.ts";

import { BRIEF_LIMITS, BRIEF_SECTIONS } from "./brief-rules.ts";

/** Days that a brief covers, in its time zone. Both are included. */
export const briefPeriodSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: timeZoneSchema,
});
export type BriefPeriod = z.infer<typeof briefPeriodSchema>;

export const briefLineSchema = z.object({
  /** Unique in the document, and the same each time it is written: "decision:ID". */
  id: z.string(),
  /** Item that the line is about. */
  ref: itemRefSchema.nullable(),
  /** Path of the page that the line leads to, such as `/tools/ID`. */
  href: z.string(),
  /** Web address of the item outside this workspace, for articles and papers. */
  url: z.url({ protocol: /^https?$/ }).nullable(),
  title: z.string().max(BRIEF_LIMITS.title),
  /** Reason of a verdict, sentence of an abstract, words of a comment. May be empty. */
  text: z.string().max(BRIEF_LIMITS.text),
  /** Name of the person who did it. Null for StackLoop itself and for deleted accounts. */
  by: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  /** Tool under which an article is listed. */
  group: z.string().max(BRIEF_LIMITS.title).optional(),
  /** Rings before and after a decision. `from` is null for a first verdict. Both are the same for a review. */
  ring: z.object({ from: z.enum(RINGS).nullable(), to: z.enum(RINGS) }).optional(),
  /** Evidence of a decision. */
  evidence: z
    .array(
      z.object({
        ref: itemRefSchema,
        href: z.string(),
        title: z.string().max(BRIEF_LIMITS.title),
        stance: z.enum(STANCES),
      }),
    )
    .max(20)
    .optional(),
  /** Whether a prompt was added or edited. */
  change: z.enum(["new", "changed"]).optional(),
  /** Number of addresses that published an article. */
  sources: z.int().min(0).optional(),
  /** Number of people who starred it. */
  stars: z.int().min(0).optional(),
  /** Number of comments in the period. */
  replies: z.int().min(0).optional(),
  /** True for a question without a reply. */
  isUnanswered: z.boolean().optional(),
  /** Day on which a verdict is due for review. */
  dueOn: z.iso.date().optional(),
});
export type BriefLine = z.infer<typeof briefLineSchema>;

export const briefSectionSchema = z.object({
  kind: z.enum(BRIEF_SECTIONS),
  title: z.string(),
  lines: z.array(briefLineSchema).min(1).max(BRIEF_LIMITS.lines),
  /** Number of lines before the limit. */
  total: z.int(),
});
export type BriefSection = z.infer<typeof briefSectionSchema>;

/**
 * Report of a period. The page, the slide deck, mails and chat messages render this document. All texts are
 * plain; the note may have several lines.
 */
export const briefDocumentSchema = z.object({
  version: z.literal(1),
  period: briefPeriodSchema,
  /** Empty if nobody wrote one. */
  headline: z.string().max(BRIEF_LIMITS.headline),
  /** Empty if nobody wrote one. */
  note: z.string().max(BRIEF_LIMITS.note),
  /** Sections that have lines, in order. Each kind occurs once. */
  sections: z.array(briefSectionSchema).max(BRIEF_SECTIONS.length),
});
export type BriefDocument = z.infer<typeof briefDocumentSchema>;
