import { type RawBuilder, sql } from "kysely";

import { quoteFullText } from "./full-text.ts";

/** Enough of a long text to leave few candidates; each more costs time. */
const MAX_TRIGRAMS = 12;
/** From this length on a text has a trigram of its own. */
const TRIGRAM_LENGTH = 3;

/** The indexes of three-letter sequences, each over the texts of a table. */
export type TrigramIndex = "story_trigrams" | "paper_trigrams";

/** Whether every part is long enough to be looked up at once; a shorter one may stand in a large share of all texts. */
export const areAllIndexed = (parts: readonly string[]): boolean =>
  parts.every((part) => Array.from(part).length >= TRIGRAM_LENGTH);

/**
 * The latest places before `before` of texts that may hold all the parts, whatever the case, and of every one that
 * does: they have its letters by threes, though perhaps not in a row. Parts of one or two letters cost as much as they
 * are frequent.
 */
export const placesInIndex = (
  index: TrigramIndex,
  parts: readonly string[],
  { before, count }: { before: number; count: number },
): RawBuilder<{ place: number }> =>
  // FTS5 passes over a bound that is no integer, and numbers of JavaScript are bound as reals.
  sql`select rowid as place from ${sql.table(index)}
    where ${sql.table(index)} match ${parts.map(toMatch).join(" AND ")} and rowid < cast(${before} as integer)
    order by rowid desc limit ${count}`;

/** What FTS5 looks for: each trigram of a part, or trigrams that begin with a short one. */
function toMatch(part: string): string {
  const letters = Array.from(part);
  if (letters.length < TRIGRAM_LENGTH) return `${quoteFullText(part)}*`;
  const trigrams = letters
    .slice(0, 1 - TRIGRAM_LENGTH)
    .map((_, start) => letters.slice(start, start + TRIGRAM_LENGTH).join(""));
  return [...new Set(trigrams)].slice(0, MAX_TRIGRAMS).map(quoteFullText).join(" AND ");
}
