import { authorKey } from "#shared/bibtex/author-key.ts";
import { type ImportedReading, READING_IMPORT } from "#shared/imports/reading-import.ts";
import { EMPTY_READING, type Reading, UNKNOWN_AUTHOR } from "#shared/readings/readings.ts";

import { type ImportCall, rowsIn } from "./import-call.ts";
import type { PlanRules } from "./import-plan.ts";
import type { ImportRules } from "./import-rules.ts";
import type { Entry, Namesakes } from "./namesakes.ts";

/** What makes two readings the same one, and two of their fields. */
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

/** How rows become readings. */
export const readingRules = {
  kind: READING_IMPORT,
  rowsOf: (call: ImportCall) => rowsIn(call, READING_IMPORT),
  rules: READING_RULES,
  make: (fields, base, time) => ({ ...EMPTY_READING, ...fields, ...base, createdAt: time, updatedAt: time }),
} satisfies ImportRules<keyof ImportedReading & string, ImportedReading, Reading>;

/**
 * The reading of the same title and author. A row that names no author is also about the only reading of its title that
 * was there before.
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

/** What BibTeX and spreadsheets keep of a text: neither the width of spaces nor how accents are encoded. */
function bareText(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(bareText));
  return String(value)
    .normalize("NFC")
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\S\n]+/gu, " ")
    .replaceAll(/ ?\n ?/gu, "\n")
    .trim();
}
