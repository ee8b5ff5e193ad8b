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

/** Words between names or in place of some, which are not names. */
const JOINING = new Set(["and", "et", "al", "others"]);

/**
 * Normalizes an author for comparison. Order of names, "Last, First" order, punctuation and the encoding of accents
 * make no difference.
 */
export function authorKey(author: string): string {
  const words = foldName(author).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const names = words.filter((word) => !JOINING.has(word));
  return names.length > 0 ? names.toSorted().join(" ") : foldName(author);
}

/** Rules for when two readings, or two values of a field, are the same. */
const READING_RULES = {
  fields: READING_IMPORT.fields,
  labels: READING_IMPORT.labels,
  nameOf: ({ title }) => title,
  identity: ["title", "author"],
  isSame: (_, one, other) => bareText(one) === bareText(other),
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
  const same = namesakes.firstWithKey(authorKey(author ?? UNKNOWN_AUTHOR));
  if (same || author !== undefined) return same;
  const [only, another] = namesakes.stored;
  return another ? undefined : only;
}

/**
 * Normalises a text to what BibTeX and spreadsheets preserve, without the width of spaces and the encoding of accents.
 */
function bareText(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(bareText));
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
    const key = keyOf(reading);
    const count = (keys.get(key) ?? 0) + 1;
    keys.set(key, count);
    return entryOf(reading, count === 1 ? key : `${key}-${count}`);
  });
  return entries.join("\n");
}

function entryOf(reading: Reading, key: string): string {
  const { title, author, year, isbn, page, tags, topic, notes, imageUrl } = reading;
  const fields = [
    // Styles may change the case of a title; doubled braces prevent that.
    ["title", `{${latexOf(title)}}`],
    ["author", author === UNKNOWN_AUTHOR ? "" : namesOf(author)],
    ["year", year === null ? "" : String(year)],
    ["isbn", exactly(isbn ?? "", /^[\dXx -]{9,17}$/u)],
    ["pages", latexOf(page ?? "")],
    ["keywords", tags.map((tag) => exactly(tag, /^[^,;]*$/u)).join(", ")],
    ["topic", latexOf(topic ?? "")],
    ["annote", latexOf(notes ?? "")],
    ["image", latexOf(imageUrl ?? "")],
  ].filter(([, value]) => value !== "");
  const lines = fields.map(([name, value]) => `  ${name} = {${value}},\n`);
  return `@${isbn === null ? "misc" : "book"}{${key},\n${lines.join("")}}\n`;
}

/** Returns a key such as `eliot1871middlemarch`. */
function keyOf({ title, author, year }: Reading): string {
  const wordsOf = (text: string) =>
    text
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/gu) ?? [];
  const [firstAuthor = ""] = author.split(AND);
  const name = firstAuthor.includes(",") ? wordsOf(firstAuthor).at(0) : wordsOf(firstAuthor).at(-1);
  const word = wordsOf(title).find((candidate) => !/^(?:the|a|an|of|on)$/u.test(candidate));
  return [name, year, word].join("") || "reading";
}

const AND = /\s*(?:[,;&]|\band\b)\s*/u;

/** Matches a name that BibTeX parses as one name, unchanged. */
const NAME = /^(?!(?:and|others)$)\p{L}[\p{L}\p{M}.'’ -]*$/iu;

/** Separates names as BibTeX requires, if they are certainly several. `Last, First` is one name. */
function namesOf(author: string): string {
  const names = author.split(AND);
  const isEtAl = (name: string) => name === "et al.";
  const isList =
    names.length > 1 && names.every((name) => isEtAl(name) || (name.includes(" ") && NAME.test(name)));
  if (isList) return names.map((name) => (isEtAl(name) ? "others" : latexOf(name))).join(" and ");
  const parts = author.split(/,\s*/u);
  const isOneName = parts.length <= 2 && parts.every((part) => NAME.test(part) && !/\sand\s/iu.test(part));
  return isOneName ? latexOf(author) : `{${latexOf(author)}}`;
}

/** Puts a text of unusual form in braces, so that it stays unchanged. */
const exactly = (text: string, usual: RegExp): string =>
  text === "" || usual.test(text) ? latexOf(text) : `{${latexOf(text)}}`;

const LATEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\textbraceleft{}",
  "}": "\\textbraceright{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "\n": " \\\\{}\n    ",
};

/** Escapes everything that LaTeX or BibTeX would interpret as a command. */
const latexOf = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[\\{}~^<>\n]/gu, (character) => LATEX[character] ?? "")
    .replaceAll(/[&%$#_]/gu, "\\$&")
    // ACM's files have such references, which are read as one character.
    .replaceAll(/\\&(?=amp;)/gu, "\\&{}")
    // Two of these in sequence would become a dash or a quotation mark.
    .replaceAll(/(?<=-)-|(?<=`)`|(?<=')'/gu, "{}$&");
