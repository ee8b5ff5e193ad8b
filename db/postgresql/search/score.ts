/** Ranking of docs: BM25, with SQLite's constants. */
import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../database.ts";
import type { RankedTerm } from "../../search/word-index.ts";
import { estimateRows } from "../estimates.ts";

/** BM25 constants: the saturation of repeated words, and the influence of a doc's length. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** Minimum weight, for words in more than half of all docs. */
const LEAST_WEIGHT = 1e-6;

/** From this many docs on, the server's estimate is used instead of a count. */
const MOST_COUNTED = 20_000;
/** Number of newest docs used to compute the average length. */
const MOST_MEASURED = 500;

export interface WeighedTerms {
  matches: string[];
  /** Weight of each word: the rarer it is, the higher. */
  weights: number[];
  /** Average number of words in a doc. */
  length: number;
}

export async function weighTerms(db: Db, terms: readonly RankedTerm[]): Promise<WeighedTerms> {
  const { rows } = await sql<{ docs: number; length: number }>`select
    (select count(*) from (select 1 from search_words limit ${sql.lit(MOST_COUNTED)}) as counted)::integer as docs,
    (select coalesce(avg(length), 1) from (
      select length from search_words order by "docId" desc limit ${sql.lit(MOST_MEASURED)}) as newest)::float8
      as length`.execute(db);
  const { docs = 0, length = 1 } = rows[0] ?? {};
  const all = docs < MOST_COUNTED ? docs : Math.max(docs, await estimateRows(db, "search_words"));
  return {
    matches: terms.map(({ match }) => match),
    weights: terms.map((term) => {
      const having = Math.min(term.docs ?? 0, all);
      return Math.max(LEAST_WEIGHT, Math.log((all - having + 0.5) / (having + 0.5)));
    }),
    length,
  };
}

/** Weights for `ts_rank`: a third for the body, two thirds for people, one for titles. */
const WEIGHTS = "{0.33333333, 0, 0.66666667, 1}";
/** Divisor of `ts_rank`: the sum of 1/n² for all n. */
const LIMIT = Math.PI ** 2 / 6;

/**
 * Word frequency in a doc, where each use counts three times in the title and twice in names. Derived from `ts_rank`,
 * where the nth use counts 1/n² of its weight. The server has no faster way to the frequency.
 */
const FREQUENCY = sql`case
  when rank < 0.6 then 1 / greatest(${sql.lit(LIMIT)} - 3 * rank, 0.001) - 0.5
  when rank < 0.99 then 2 + 12 * (rank - 0.6667)
  else 3 + 12 * (rank - 1) end`;

/** Score of the current row of `search_words`. */
export const score = ({ matches, weights, length }: WeighedTerms): RawBuilder<number> => sql`(
  select coalesce(sum(weight * frequency * ${sql.lit(SATURATION + 1)} / (frequency + ${sql.lit(SATURATION)} *
    (${sql.lit(1 - LENGTH_SHARE)} + ${sql.lit(LENGTH_SHARE)} * length / greatest(${length}::float8, 1)))), 0)
  from (
    select weight, ${FREQUENCY} as frequency from (
      select weight, ${sql.lit(LIMIT)} * ts_rank(${sql.lit(WEIGHTS)}, words, match) as rank
      from unnest(${matches}::tsquery[], ${weights}::float8[]) as term (match, weight)
      where words @@ match) as ranked) as terms)`;
