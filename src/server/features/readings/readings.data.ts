import { withDiscussions } from "#server/features/comments/comments.queries.ts";
import { createExporter } from "#server/kernel/exports/export.task.ts";
import { textWriters } from "#server/kernel/exports/text-writers.ts";
import type { PlanRules, Entry, Namesakes } from "#server/kernel/imports/import-plan.ts";
import type { ImportCall, ImportRules } from "#server/kernel/imports/import-rules.ts";
import { createImporter } from "#server/kernel/imports/import.task.ts";
import { rowsIn } from "#server/kernel/imports/read-rows.ts";
import type { SliceData } from "#server/kernel/slice-data.ts";
import { DISCUSSION_COLUMN } from "#shared/export.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { type ImportedReading, READING_IMPORT } from "#shared/imports/reading-import.ts";
import { foldName } from "#shared/kernel/text-rules.ts";
import { EMPTY_READING, type Reading, UNKNOWN_AUTHOR } from "#shared/readings/readings.ts";

import { readingsAsBibtex } from "./readings-as-bibtex.ts";
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
} satisfies Omit<PlanRules<Reading, ImportedReading>, "now" | "make">;

/** Import rules for readings. */
export const readingRules = {
  kind: READING_IMPORT,
  rowsOf: (call: ImportCall) => rowsIn(call, READING_IMPORT),
  rules: READING_RULES,
  make: (fields, base, time) => ({ ...EMPTY_READING, ...fields, ...base, createdAt: time, updatedAt: time }),
} satisfies ImportRules<keyof ImportedReading & string, ImportedReading, Reading>;

/**
 * Returns the reading with the same title and author. A row without an author also matches the only existing reading
 * with its title.
 */
function findReading(
  namesakes: Namesakes<Reading, ImportedReading>,
  { author }: ImportedReading,
): Entry<Reading, ImportedReading> | undefined {
  const same = namesakes.firstWith(authorKey(author ?? UNKNOWN_AUTHOR));
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
    complete: (db, readings) => withDiscussions(db, "reading", readings),
    formats: { bibtex: (_db, readings) => readingsAsBibtex(readings) },
  }),
};
