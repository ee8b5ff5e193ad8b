/** Interface for a word index. Each engine implements it. */
import type { Db } from "../database.ts";
import type { PlacedDoc } from "./doc-ids.ts";
import type { Passage, PreparedQuery } from "./ranked-search.ts";

/** Search expression in the index's own syntax. */
export type Match = string;

/** Range of ids from `from` up to but excluding `below`; null for no bound. */
export interface IdSpan {
  from: number | null;
  below: number | null;
}

/** Word for ranking and its number of docs; null if not counted. */
export interface RankedTerm {
  match: Match;
  docs: number | null;
}

export interface WordIndex {
  /** Matches a word or a sequence of words, ignoring case, accents and endings. */
  phrase(text: string): Match;
  /** The same, with a prefix as the last word. Ends in an asterisk. */
  beginning(text: string): Match;
  /** Matches a phrase in people's names. */
  inPeople(name: string): Match;
  anyFacet(facets: readonly string[]): Match;
  /** Matches docs that match all expressions; the list must not be empty. */
  allOf(matches: readonly Match[]): Match;
  anyOf(matches: readonly Match[]): Match;
  /** Matches `match` without docs that match any of `excluded`. */
  except(match: Match, excluded: readonly Match[]): Match;

  /** Indexes docs that have rows in `search_docs`. */
  put(db: Db, docs: readonly PlacedDoc[]): Promise<void>;
  /** Removes docs whose rows in `search_docs` were deleted. */
  drop(db: Db, ids: readonly number[]): Promise<void>;
  /** Counts the matching docs, up to `most`. Far larger numbers may be estimated. */
  guess(db: Db, match: Match, most: number): Promise<number>;
  /** Counts the matching docs, up to `most`. */
  count(db: Db, match: Match, options: { span: IdSpan; most: number }): Promise<number>;
  /** Returns the newest matching docs. */
  newest(db: Db, match: Match, options: { span: IdSpan; limit: number }): Promise<number[]>;
  /** Returns the best of the newest matching docs. Title words count three times, people's names twice. */
  best(
    db: Db,
    match: Match,
    options: { span: IdSpan; terms: readonly RankedTerm[]; candidates: number; limit: number },
  ): Promise<number[]>;
  /** See `RankedSearch`. */
  mark(db: Db, prepared: PreparedQuery, passages: readonly Passage[]): Promise<Passage[]>;
}

const LETTERS_OF_BEGINNING = 200;

/** Returns the beginning of a body without a match, cut between words. */
export function beginningOf(body: string): string {
  const start = body.slice(0, LETTERS_OF_BEGINNING);
  return start.length < body.length ? `${start.replace(/\S*$/u, "").trimEnd()}…` : body;
}
