import { sql } from "kysely";

import type { Db } from "../database.ts";
import type { SortKeySlice, TrigramIndex } from "../engine.ts";
import { TRIGRAM_LENGTH } from "../search/substring-search.ts";
import { quoteFullText } from "./full-text.ts";

/** Enough of a long text to leave few candidates; each more costs time. */
const MAX_TRIGRAMS = 8;

/** Places in an index of trigrams: the texts have the letters of all parts by threes, though perhaps not in a row. */
export async function sortKeysInIndex(
  db: Db,
  index: TrigramIndex,
  parts: readonly string[],
  { before, count }: SortKeySlice,
): Promise<number[]> {
  // FTS5 passes over a bound that is no integer, and numbers of JavaScript are bound as reals.
  const { rows } = await sql<{ place: number }>`select rowid as place from ${sql.table(index)}
    where ${sql.table(index)} match ${parts.map(toMatch).join(" AND ")} and rowid < cast(${before} as integer)
    order by rowid desc limit ${count}`.execute(db);
  return rows.map(({ place }) => place);
}

/**
 * What FTS5 looks for: letters by threes, from every other letter on. To ask for all of them takes longer and leaves
 * hardly fewer candidates; to ask only for those side by side leaves up to seven times as many to look at.
 */
function toMatch(part: string): string {
  const letters = Array.from(part);
  const last = letters.length - TRIGRAM_LENGTH;
  const starts = letters.flatMap((_, start) => (start % 2 === 0 && start < last ? [start] : []));
  const trigrams = [...starts, last].map((start) => letters.slice(start, start + TRIGRAM_LENGTH).join(""));
  return [...new Set(trigrams)].slice(0, MAX_TRIGRAMS).map(quoteFullText).join(" AND ");
}
