/** What the ranked search asks of an index of words; each kind of database has its own. */
import type { Db } from "../database.ts";
import type { PlacedDoc } from "./doc-ids.ts";
import type { Passage, PreparedQuery } from "./ranked-search.ts";

/** What is looked for, in the index's own language. */
export type Match = string;

/** Ids from one on and below another; null for no bound. */
export interface IdSpan {
  from: number | null;
  below: number | null;
}

/** A word that docs are ranked by, and in how many docs it is; null where that wasn't counted. */
export interface RankedTerm {
  match: Match;
  docs: number | null;
}

export interface WordIndex {
  /** A word, or several in a row, whatever their case, accents and endings. */
  phrase(text: string): Match;
  /** The same, of whose last word this is the beginning. It ends in an asterisk. */
  beginning(text: string): Match;
  /** A phrase in the names of people. */
  inPeople(name: string): Match;
  anyFacet(facets: readonly string[]): Match;
  /** None of these lists is empty. */
  allOf(matches: readonly Match[]): Match;
  anyOf(matches: readonly Match[]): Match;
  /** One, but for docs with any of others. */
  except(match: Match, excluded: readonly Match[]): Match;

  /** Indexes docs whose rows in `search_docs` are there. */
  put(db: Db, docs: readonly PlacedDoc[]): Promise<void>;
  /** Takes out docs whose rows in `search_docs` are gone. */
  drop(db: Db, ids: readonly number[]): Promise<void>;
  /** How many docs match, counted up to `most`; what is far more may be guessed. */
  guess(db: Db, match: Match, most: number): Promise<number>;
  /** How many docs match, counted up to `most`. */
  count(db: Db, match: Match, options: { span: IdSpan; most: number }): Promise<number>;
  /** The newest that match. */
  newest(db: Db, match: Match, options: { span: IdSpan; limit: number }): Promise<number[]>;
  /** The best of the newest so many that match: title words count three times, people's names twice. */
  best(
    db: Db,
    match: Match,
    options: { span: IdSpan; terms: readonly RankedTerm[]; candidates: number; limit: number },
  ): Promise<number[]>;
  /** See `RankedSearch`. */
  mark(db: Db, prepared: PreparedQuery, passages: readonly Passage[]): Promise<Passage[]>;
}
