import { sql } from "kysely";

import type { Db } from "../database.ts";
import type { SortKeySlice, TrigramIndex } from "../engine.ts";
import { TRIGRAM_LENGTH } from "../search/substring-search.ts";
import { quoteFullText } from "./full-text.ts";

/** Enough trigrams to leave few candidates. Each more costs time. */
const MAX_TRIGRAMS = 8;

/**
 * Returns sort keys from a trigram index. The texts contain all trigrams of the parts, though perhaps not in sequence.
 */
export async function sortKeysInIndex(
  db: Db,
  index: TrigramIndex,
  parts: readonly string[],
  { before, count }: SortKeySlice,
): Promise<number[]> {
  // FTS5 ignores a bound that is not an integer, and JavaScript numbers are bound as reals.
  const { rows } = await sql<{ place: number }>`select rowid as place from ${sql.table(index)}
    where ${sql.table(index)} match ${parts.map(toMatch).join(" AND ")} and rowid < cast(${before} as integer)
    order by rowid desc limit ${count}`.execute(db);
  return rows.map(({ place }) => place);
}

/**
 * Returns an FTS5 query with a trigram at every other letter. Using all takes longer and leaves hardly fewer
 * candidates. Using only adjacent ones leaves up to seven times as many candidates.
 */
function toMatch(part: string): string {
  const letters = Array.from(part);
  const last = letters.length - TRIGRAM_LENGTH;
  const starts = letters.flatMap((_, start) => (start % 2 === 0 && start < last ? [start] : []));
  const trigrams = [...starts, last].map((start) => letters.slice(start, start + TRIGRAM_LENGTH).join(""));
  return [...new Set(trigrams)].slice(0, MAX_TRIGRAMS).map(quoteFullText).join(" AND ");
}
