import { z } from "zod";

import { timeZoneSchema } from "#shared/kernel/day-counts.ts";
import { itemRefSchema } from "#shared/kernel/items.ts";
import { pageOf } from "#shared/kernel/paging.ts";
import { boundedList, idSchema, line, prose } from "#shared/kernel/text.ts";
import { RINGS, STANCES } from "#shared/verdicts/rings.ts";

import { BRIEF_LIMITS, BRIEF_SECTIONS, dayAfter, MAX_BRIEF_DAYS } from "./brief-rules.ts";

/** First and last day of a brief, both inclusive, in its time zone. */
export const briefPeriodSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: timeZoneSchema,
});
export type BriefPeriod = z.infer<typeof briefPeriodSchema>;

export const briefLineSchema = z.object({
  /** Unique in the document, and the same in every build of it: "decision:ID". */
  id: z.string(),
  /** Subject of the line. */
  ref: itemRefSchema.nullable(),
  /** Path of the line's page, such as `/tools/ID`. */
  href: z.string(),
  /** Web address of the item outside this workspace, for articles and papers. */
  url: z.url({ protocol: /^https?$/ }).nullable(),
  title: z.string().max(BRIEF_LIMITS.title),
  /** Reason of a verdict, sentence of an abstract, words of a comment. May be empty. */
  text: z.string().max(BRIEF_LIMITS.text),
  /** Name of the person who acted. Null for StackLoop itself and for deleted accounts. */
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
  /** Number of lines before the limit was applied. */
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

const daySchema = z.iso
  .date({ error: "Enter a date such as 2026-11-21", abort: true })
  .refine((day) => day >= "1970-01-01" && day < "2100-01-01", {
    error: "Enter a date from 1970 to 2099",
    abort: true,
  });

const DAY_MS = 86_400_000;

/** First and last day of a brief, both or neither. Without them, last week. */
const daysSchema = z.object({ from: daySchema.optional(), to: daySchema.optional() });

const withValidDays = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...daysSchema.shape, ...shape }).superRefine(checkDays);

function checkDays({ from, to }: { from?: unknown; to?: unknown }, context: z.RefinementCtx): void {
  const report = (path: "from" | "to", message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (typeof from !== "string" && typeof to !== "string") return;
  if (typeof from !== "string") report("from", "Enter the first day too");
  else if (typeof to !== "string") report("to", "Enter the last day too");
  else if (from > to) report("to", "The last day must not be before the first");
  else if (Date.parse(dayAfter(to)) - Date.parse(from) > MAX_BRIEF_DAYS * DAY_MS)
    report("to", "Choose a period of at most a year");
}

export const briefRequestSchema = withValidDays({});
export type BriefRequest = z.infer<typeof briefRequestSchema>;

/** Maximum number of lines that can be omitted. */
const MAX_HIDDEN_LINES = BRIEF_SECTIONS.length * BRIEF_LIMITS.lines;

/** A person's choices for a brief. */
export const briefChoicesSchema = z.object({
  headline: line(BRIEF_LIMITS.headline).default(""),
  note: prose(BRIEF_LIMITS.note).default(""),
  /** Ids of lines to omit. */
  hidden: boundedList(
    z.string().max(200),
    MAX_HIDDEN_LINES,
    `Omit at most ${MAX_HIDDEN_LINES} lines`,
  ).default([]),
  /** Kinds of sections, in order. Others follow in their usual order. */
  sections: boundedList(
    z.enum(BRIEF_SECTIONS),
    BRIEF_SECTIONS.length,
    `List at most ${BRIEF_SECTIONS.length} sections`,
  ).default([]),
});
export type BriefChoices = z.infer<typeof briefChoicesSchema>;

/** Brief of a period with all lines, and the choices that the person saved for it. */
export const openBriefSchema = z.object({
  document: briefDocumentSchema,
  draft: z
    .object({
      headline: z.string(),
      note: z.string(),
      hidden: z.array(z.string()),
      sections: z.array(z.enum(BRIEF_SECTIONS)),
    })
    .nullable(),
});
export type OpenBrief = z.infer<typeof openBriefSchema>;

export const briefDraftSchema = withValidDays(briefChoicesSchema.shape);
export type BriefDraft = z.infer<typeof briefDraftSchema>;

export const BRIEF_FORMATS = ["json", "markdown", "pptx"] as const;
const briefFormatSchema = z.enum(BRIEF_FORMATS, {
  error: `Choose one of these formats: ${BRIEF_FORMATS.join(", ")}`,
});
export type BriefFormat = z.infer<typeof briefFormatSchema>;

/** Request for a brief as a file: with all lines, or with the choices in the person's draft. */
export const briefFileRequestSchema = withValidDays({
  format: briefFormatSchema.default("json"),
  lines: z.enum(["all", "mine"], { error: "Choose one of these lines: all, mine" }).default("all"),
});
export type BriefFileRequest = z.infer<typeof briefFileRequestSchema>;
export const publishedBriefFileRequestSchema = z.object({ id: idSchema, format: briefFormatSchema });
export type PublishedBriefFileRequest = z.infer<typeof publishedBriefFileRequestSchema>;

export const listedBriefSchema = z.object({
  id: idSchema,
  from: z.iso.date(),
  to: z.iso.date(),
  /** Headline, or a title with the period. */
  title: z.string(),
  /** Name of the person who published it. Null for a deleted account. */
  by: z.string().nullable(),
  publishedAt: z.iso.datetime(),
});
export const briefPageSchema = pageOf(listedBriefSchema);
export type ListedBrief = z.infer<typeof listedBriefSchema>;

export const publishedBriefSchema = listedBriefSchema.extend({
  document: briefDocumentSchema,
  /** True for the person who published it and for admins. */
  mayRemove: z.boolean(),
});
export type PublishedBrief = z.infer<typeof publishedBriefSchema>;
