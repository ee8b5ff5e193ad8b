import { z } from "zod";

import { dayCountsSchema } from "./day-counts.ts";
import { listCountsSchema, pageOf, pageRequestSchema } from "./paging.ts";
import { readTex, texCut } from "./tex/tex-text.ts";
import { idSchema } from "./text.ts";

/** Abstracts on cards are cut to about this many characters. */
export const SHORT_ABSTRACT_LENGTH = 200;
/** A full stop further in than this share of the length is a better place to cut. */
const LATE_ENOUGH = 0.7;

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
  /** For the person who asks: starred, hidden, and found since their last visit. */
  isStarred: z.boolean(),
  isHidden: z.boolean(),
  isNew: z.boolean(),
});
export type Paper = z.infer<typeof paperSchema>;

export const paperShows = ["all", "new", "starred", "hidden"] as const;

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

export const paperMarkSchema = z.object({
  id: idSchema,
  isStarred: z.boolean().optional(),
  isHidden: z.boolean().optional(),
});
export type PaperMark = z.infer<typeof paperMarkSchema>;

export const paperStatsSchema = z.object({
  /** The most frequent first. */
  categories: z.array(z.object({ category: z.string(), count: z.int() })),
  /** The papers published on each of the last days, in UTC as the archive counts. */
  days: dayCountsSchema,
});
export type PaperStats = z.infer<typeof paperStatsSchema>;

/** What stands as the source of a summary that no model wrote. */
export const EXTRACT_SOURCE = "Extract from the abstract";

export const summaryAnswerSchema = z.object({ summary: z.string(), source: z.string().nullable() });
export type SummaryAnswer = z.infer<typeof summaryAnswerSchema>;

/**
 * The beginning of an abstract, cut at the last full stop where that lies late enough, with an ellipsis else; never
 * inside a formula.
 */
export function shortenAbstract(abstract: string): string {
  if (abstract.length <= SHORT_ABSTRACT_LENGTH) return abstract;
  const cut = abstract.slice(0, texCut(abstract, SHORT_ABSTRACT_LENGTH));
  if (cut === abstract) return abstract;
  let stop = cut.lastIndexOf(".");
  while (stop !== -1 && texCut(abstract, stop + 1) !== stop + 1) stop = cut.lastIndexOf(".", stop - 1);
  return stop > SHORT_ABSTRACT_LENGTH * LATE_ENOUGH ? cut.slice(0, stop + 1) : `${cut.trimEnd()}...`;
}

const texEscapes: Record<string, string> = { "&": "\\&", "%": "\\%", "#": "\\#", _: "\\_" };
const tex = (text: string): string =>
  text.replaceAll(/[&%#_]/gu, (character) => texEscapes[character] ?? character);

/** A title with its formulas as they are, and the rest fit for LaTeX. */
const texTitle = (title: string): string =>
  readTex(title)
    .map((part) => (part.kind === "formula" ? part.source : tex(part.text)))
    .join("");

/** A paper as a BibTeX entry, keyed by first author, year and first long word of the title. */
export function formatBibtex({ title, authors, arXivId, categories, publishedAt, url }: Paper): string {
  const names = authors.split(", ");
  const year = publishedAt.slice(0, 4);
  const word = /\p{L}{4,}/u.exec(title)?.[0].toLowerCase() ?? "paper";
  const family = names[0]?.split(" ").at(-1)?.toLowerCase() ?? "";
  const key = `${family}${year}${word}`.normalize("NFD").replaceAll(/[^\da-z]/gu, "");
  return [
    `@misc{${key},`,
    `  title = {${texTitle(title)}},`,
    `  author = {${tex(names.join(" and "))}},`,
    `  year = {${year}},`,
    `  eprint = {${arXivId}},`,
    "  archivePrefix = {arXiv},",
    `  primaryClass = {${categories[0] ?? ""}},`,
    `  url = {${url}}`,
    "}",
  ].join("\n");
}
