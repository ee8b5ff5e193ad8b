import { z } from "zod";

import { pageOf } from "#shared/kernel/paging.ts";
import { boundedList, idSchema, line, prose } from "#shared/kernel/text.ts";

import { briefDocumentSchema } from "./brief-document.ts";
import { BRIEF_LIMITS, BRIEF_SECTIONS, dayAfter, MAX_BRIEF_DAYS } from "./brief-rules.ts";

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

/** Number of lines that can be omitted. */
const MAX_HIDDEN = BRIEF_SECTIONS.length * BRIEF_LIMITS.lines;

/** A person's choices for a brief. */
export const briefChoicesSchema = z.object({
  headline: line(BRIEF_LIMITS.headline).default(""),
  note: prose(BRIEF_LIMITS.note).default(""),
  /** Ids of lines to omit. */
  hidden: boundedList(z.string().max(200), MAX_HIDDEN, `Omit at most ${MAX_HIDDEN} lines`).default([]),
  /** Kinds of sections, in order. Others follow in their usual order. */
  sections: boundedList(
    z.enum(BRIEF_SECTIONS),
    BRIEF_SECTIONS.length,
    `Name at most ${BRIEF_SECTIONS.length} sections`,
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

/** Request for a file: of all lines, or with the choices of the person's draft. */
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
