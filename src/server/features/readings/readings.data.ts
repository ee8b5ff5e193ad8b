import { withDiscussions } from "#server/features/comments/comments.queries.ts";
import { createExporter } from "#server/kernel/exports/export.task.ts";
import { textWriters } from "#server/kernel/exports/text-writers.ts";
import type { PlanRules, PlannedItem, Namesakes } from "#server/kernel/imports/import-plan.ts";
import type { ImportCall, ImportRules } from "#server/kernel/imports/import-rules.ts";
import { createImporter } from "#server/kernel/imports/import.task.ts";
import { readCallRows } from "#server/kernel/imports/read-rows.ts";
import type { SliceData } from "#server/kernel/slice-data.ts";
import { DISCUSSION_COLUMN } from "#shared/export.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { type ImportedReading, READING_IMPORT } from "#shared/imports/reading-import.ts";
import { foldName } from "#shared/kernel/text-rules.ts";
import { EMPTY_READING, type Reading, UNKNOWN_AUTHOR } from "#shared/readings/readings.ts";

import { readingStore } from "./readings.queries.ts";

/** Words in lists of authors that are no names. */
const NON_NAMES = new Set(["and", "et", "al", "others"]);

/**
 * Normalizes an author for comparison. Ignores the order of names, "Last, First" order, punctuation and the encoding of
 * accents.
 */
export function authorKey(author: string): string {
  const words = foldName(author).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const names = words.filter((word) => !NON_NAMES.has(word));
  return names.length > 0 ? names.toSorted().join(" ") : foldName(author);
}

/** Rules that decide whether two readings, or two values of a field, are the same. */
const READING_RULES = {
  fields: READING_IMPORT.fields,
  labels: READING_IMPORT.labels,
  nameOf: ({ title }) => title,
  identity: ["title", "author"],
  isSame: (_, one, other) => comparableText(one) === comparableText(other),
  keysOf: ({ author }) => [authorKey(author ?? UNKNOWN_AUTHOR)],
  find: findReading,
  isAddingOnly: false,
} satisfies Omit<PlanRules<Reading, ImportedReading>, "now" | "createItem">;

/** Import rules for readings. */
export const readingRules = {
  kind: READING_IMPORT,
  rowsOf: (call: ImportCall) => readCallRows(call, READING_IMPORT),
  rules: READING_RULES,
  createItem: (fields, base, time) => ({
    ...EMPTY_READING,
    ...fields,
    ...base,
    createdAt: time,
    updatedAt: time,
  }),
} satisfies ImportRules<keyof ImportedReading & string, ImportedReading, Reading>;

/**
 * Returns the reading with the same title and author. A row without an author also matches the only existing reading
 * with its title.
 */
function findReading(
  namesakes: Namesakes<Reading, ImportedReading>,
  { author }: ImportedReading,
): PlannedItem<Reading, ImportedReading> | undefined {
  const match = namesakes.firstWithKey(authorKey(author ?? UNKNOWN_AUTHOR));
  if (match || author !== undefined) return match;
  const [only, another] = namesakes.stored;
  return another ? undefined : only;
}

/**
 * Normalizes a text for comparison to what BibTeX and spreadsheets preserve. Ignores the width of spaces and the
 * encoding of accents.
 */
function comparableText(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(comparableText));
  return String(value)
    .normalize("NFC")
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\S\n]+/gu, " ")
    .replaceAll(/ ?\n ?/gu, "\n")
    .trim();
}

export const readingsAsText = textWriters(READING_FIELDS, ["createdAt", "updatedAt"], [DISCUSSION_COLUMN]);

export const readingData: SliceData = {
  importer: createImporter({ kind: "reading", store: readingStore, rulesFor: () => readingRules }),
  exporter: createExporter<Reading>({
    kind: "reading",
    files: {
      json: ["readings.json", "application/json; charset=utf-8"],
      csv: ["readings.csv", "text/csv; charset=utf-8"],
      bibtex: ["readings.bib", "application/x-bibtex; charset=utf-8"],
    },
    store: readingStore,
    writers: readingsAsText,
    addDetails: (db, readings) => withDiscussions(db, "reading", readings),
    formats: { bibtex: (_db, readings) => readingsAsBibtex(readings) },
  }),
};

/** Returns the readings as BibTeX in UTF-8, with unique keys. */
export function readingsAsBibtex(readings: readonly Reading[]): string {
  const keys = new Map<string, number>();
  const entries = readings.map((reading) => {
    const key = citationKey(reading);
    const count = (keys.get(key) ?? 0) + 1;
    keys.set(key, count);
    return entryOf(reading, count === 1 ? key : `${key}-${count}`);
  });
  return entries.join("\n");
}

function entryOf(reading: Reading, key: string): string {
  const { title, author, year, isbn, page, tags, topic, notes, imageUrl } = reading;
  const fields = [
    // Some styles change the case of a title, unless it is in double braces.
    ["title", `{${toLatex(title)}}`],
    ["author", author === UNKNOWN_AUTHOR ? "" : latexNames(author)],
    ["year", year === null ? "" : String(year)],
    ["isbn", latexOrLiteral(isbn ?? "", /^[\dXx -]{9,17}$/u)],
    ["pages", toLatex(page ?? "")],
    ["keywords", tags.map((tag) => latexOrLiteral(tag, /^[^,;]*$/u)).join(", ")],
    ["topic", toLatex(topic ?? "")],
    ["annote", toLatex(notes ?? "")],
    ["image", toLatex(imageUrl ?? "")],
  ].filter(([, value]) => value !== "");
  const lines = fields.map(([name, value]) => `  ${name} = {${value}},\n`);
  return `@${isbn === null ? "misc" : "book"}{${key},\n${lines.join("")}}\n`;
}

/** Returns a key such as `eliot1871middlemarch`. */
function citationKey({ title, author, year }: Reading): string {
  const wordsOf = (text: string) =>
    text
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/gu) ?? [];
  const [firstAuthor = ""] = author.split(AUTHOR_SEPARATOR);
  const name = firstAuthor.includes(",") ? wordsOf(firstAuthor).at(0) : wordsOf(firstAuthor).at(-1);
  const word = wordsOf(title).find((candidate) => !/^(?:the|a|an|of|on)$/u.test(candidate));
  return [name, year, word].join("") || "reading";
}

const AUTHOR_SEPARATOR = /\s*(?:[,;&]|\band\b)\s*/u;

/** Matches a name that BibTeX parses as one name and doesn't change. */
const SINGLE_NAME = /^(?!(?:and|others)$)\p{L}[\p{L}\p{M}.'’ -]*$/iu;

/**
 * Converts an author to BibTeX. Separates names with "and" if they are certainly several. `Last, First` is one name.
 */
function latexNames(author: string): string {
  const names = author.split(AUTHOR_SEPARATOR);
  const isEtAl = (name: string) => name === "et al.";
  const isList =
    names.length > 1 && names.every((name) => isEtAl(name) || (name.includes(" ") && SINGLE_NAME.test(name)));
  if (isList) return names.map((name) => (isEtAl(name) ? "others" : toLatex(name))).join(" and ");
  const parts = author.split(/,\s*/u);
  const isOneName =
    parts.length <= 2 && parts.every((part) => SINGLE_NAME.test(part) && !/\sand\s/iu.test(part));
  return isOneName ? toLatex(author) : `{${toLatex(author)}}`;
}

/** Converts a text to LaTeX. Puts it in braces unless it has the usual form, so that BibTeX doesn't change it. */
const latexOrLiteral = (text: string, usual: RegExp): string =>
  text === "" || usual.test(text) ? toLatex(text) : `{${toLatex(text)}}`;

const LATEX_ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\textbraceleft{}",
  "}": "\\textbraceright{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "\n": " \\\\{}\n    ",
};

/** Escapes characters that LaTeX or BibTeX interpret. */
const toLatex = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[\\{}~^<>\n]/gu, (character) => LATEX_ESCAPES[character] ?? "")
    .replaceAll(/[&%$#_]/gu, "\\$&")
    // Without braces, "&amp;" would be read as the one character that ACM's files mean by it.
    .replaceAll(/\\&(?=amp;)/gu, "\\&{}")
    // Two of these characters in sequence would become a dash or a quotation mark.
    .replaceAll(/(?<=-)-|(?<=`)`|(?<=')'/gu, "{}$&");
