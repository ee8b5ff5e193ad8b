/** What ranks docs: BM25, with the constants of SQLite's. */
import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../database.ts";
import type { RankedTerm } from "../../search/word-index.ts";
import { estimateRows } from "../estimates.ts";

/** How soon more of the same word counts no more, and how much the length of a doc matters. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** A word in more than half of all docs still counts a little. */
const LEAST_WEIGHT = 1e-6;

/** From so many docs on, the server's own count of them is near enough. */
const MOST_COUNTED = 20_000;
/** The usual length is that of so many of the newest. */
const MOST_MEASURED = 500;

export interface WeighedTerms {
  matches: string[];
  /** How much each says about a doc: the rarer it is, the more. */
  weights: number[];
  /** The usual number of words of a doc. */
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

/** Of the body a third, of people two thirds, of titles all. */
const WEIGHTS = "{0.33333333, 0, 0.66666667, 1}";
/** What `ts_rank` divides by: the sum of 1/n² for all n. */
const LIMIT = Math.PI ** 2 / 6;

/**
 * How often a word is in a doc, with each in the title as three and each in names as two, from what `ts_rank` makes of
 * it: the nth time a word is there counts 1/n² of its weight. The server has no quicker way to the number itself.
 */
const FREQUENCY = sql`case
  when rank < 0.6 then 1 / greatest(${sql.lit(LIMIT)} - 3 * rank, 0.001) - 0.5
  when rank < 0.99 then 2 + 12 * (rank - 0.6667)
  else 3 + 12 * (rank - 1) end`;

/** The score of the row of `search_words` that the query stands at. */
export const score = ({ matches, weights, length }: WeighedTerms): RawBuilder<number> => sql`(
  select coalesce(sum(weight * frequency * ${sql.lit(SATURATION + 1)} / (frequency + ${sql.lit(SATURATION)} *
    (${sql.lit(1 - LENGTH_SHARE)} + ${sql.lit(LENGTH_SHARE)} * length / greatest(${length}::float8, 1)))), 0)
  from (
    select weight, ${FREQUENCY} as frequency from (
      select weight, ${sql.lit(LIMIT)} * ts_rank(${sql.lit(WEIGHTS)}, words, match) as rank
      from unnest(${matches}::tsquery[], ${weights}::float8[]) as term (match, weight)
      where words @@ match) as ranked) as terms)`;
