import type { Db } from "../database.ts";

/** Key of a searchable item. */
export interface DocKey {
  kind: string;
  itemId: string;
}

/** Indexed content of an item: words by field, and filter values. */
export interface SearchDoc extends DocKey {
  /** Time of publication or of the last update. Of equally good docs, the newest comes first. */
  at: string;
  title: string;
  body: string;
  /** Further text by which the item is found, such as the comment that it replies to. */
  context?: string;
  /** Names of authors, makers and sources. */
  people: string;
  tags: readonly string[];
  /** Id of the user who added it. */
  addedBy: string | null;
  /** Ring of a tool's verdict, or "none". Null for other kinds. */
  verdict: string | null;
}

export interface RankedQuery {
  /** Query text without filters. Items with exactly this title come first. */
  text: string;
  /** Single words. One match is enough; items with all of them come first. */
  words: readonly string[];
  /** True if the last word may be incomplete. */
  isTyping: boolean;
  phrases: readonly string[];
  excluded: readonly string[];
  /** Kinds to find, at least one of them; empty for all. */
  kinds: readonly string[];
  tags: readonly string[];
  /** Names in the query, each with the ids of the users who have it. */
  by: readonly { name: string; userIds: readonly string[] }[];
  /** Rings of verdicts to find, at least one of them; empty for all. */
  verdicts: readonly string[];
  after: string | null;
  before: string | null;
}

/** Query with word statistics from the index, in the index's own syntax. */
export interface PreparedQuery {
  query: RankedQuery;
  /** Words as typed. The best hits contain all of them. */
  all: readonly string[];
  /** Words and the parts of words with a hyphen or dot, each with its number of docs. One match is enough. */
  some: readonly { match: string; docs: number }[];
  /** Number of docs with each word as typed, up to a limit. */
  docsByWord: ReadonlyMap<string, number>;
}

/** Texts to highlight. */
export interface Passage {
  title: string;
  body: string;
}

/** Characters that surround matches. No text contains them. */
export const MATCH_START = "\u0002";
export const MATCH_END = "\u0003";

export interface RankedSearch {
  /** Indexes docs in place of their previous versions. Call it within a transaction. */
  put(db: Db, docs: readonly SearchDoc[]): Promise<void>;
  drop(db: Db, keys: readonly DocKey[]): Promise<void>;
  prepare(db: Db, query: RankedQuery): Promise<PreparedQuery>;
  /** Finds docs of one kind or of all, the best first. Without words and phrases, the newest come first. */
  find(
    db: Db,
    prepared: PreparedQuery,
    options: { kind: string | null; limit: number },
  ): Promise<(DocKey & { at: string })[]>;
  /** Counts all docs, up to a limit. */
  countDocs(db: Db): Promise<number>;
  /** Returns the newest docs with all words and phrases. */
  latest(db: Db, prepared: PreparedQuery, options: { kind: string | null; limit: number }): Promise<DocKey[]>;
  /** Counts the docs of each kind, up to `most` plus one. */
  count(
    db: Db,
    prepared: PreparedQuery,
    options: { kinds: readonly string[]; most: number },
  ): Promise<Record<string, number>>;
  /** Returns each title and the best passage of each body with highlighted matches, in the given order. */
  highlight(db: Db, prepared: PreparedQuery, passages: readonly Passage[]): Promise<Passage[]>;
}

/** Search expression in the index's own syntax. */
export type Match = string;

/** Range of ids from `from` up to but excluding `below`; null for no bound. */
export interface IdSpan {
  from: number | null;
  below: number | null;
}

/** Word for ranking and its number of docs; null if not counted. */
interface RankedTerm {
  match: Match;
  docs: number | null;
}

/** Doc and its id in the index. */
export interface IndexedDoc {
  id: number;
  doc: SearchDoc;
}

export interface WordIndex {
  /** Matches a word or a sequence of words, ignoring case, accents and endings. */
  phrase(text: string): Match;
  /** Matches a word or a sequence of words whose last word is a prefix. Ends in an asterisk. */
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
  put(db: Db, docs: readonly IndexedDoc[]): Promise<void>;
  /** Removes docs whose rows in `search_docs` were deleted. */
  drop(db: Db, ids: readonly number[]): Promise<void>;
  /** Counts the matching docs, up to `most`. Far larger numbers may be estimated. */
  estimate(db: Db, match: Match, most: number): Promise<number>;
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
  highlight(db: Db, prepared: PreparedQuery, passages: readonly Passage[]): Promise<Passage[]>;
}

const BEGINNING_CHARS = 200;

/** Matches a word that was cut off. A longer part without spaces isn't one word. */
const CUT_WORD = /\s\S{0,40}$/u;

/** Returns the beginning of a body without a match, cut between words. */
export function beginningOf(body: string): string {
  // Don't split an emoji of two units.
  const start = body.slice(0, BEGINNING_CHARS).replace(/\p{Cs}$/u, "");
  return start.length < body.length ? `${start.replace(CUT_WORD, "").trimEnd()}…` : body;
}
