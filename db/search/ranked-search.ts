/** What a ranked search asks of the database; each kind of database fills it in with its own full-text index. */
import type { Db } from "../database.ts";

/** Something that can be found. */
export interface DocKey {
  kind: string;
  itemId: string;
}

/** What is known of it: words by where they stand, and what filters ask for. */
export interface SearchDoc extends DocKey {
  /** When it was published, or last updated; newer comes first where nothing else decides. */
  at: string;
  title: string;
  body: string;
  /** Authors, makers and sources, by name. */
  people: string;
  tags: readonly string[];
  /** Who of the team added it. */
  addedBy: string | null;
  /** Of a tool: the ring of its verdict, or "none"; null for everything else. */
  verdict: string | null;
}

export interface RankedQuery {
  /** All that was typed besides filters: what is called just so comes before all else. */
  text: string;
  /** Loose words: one is enough, those with all of them come first. */
  words: readonly string[];
  /** The last word may be the beginning of one. */
  isTyping: boolean;
  phrases: readonly string[];
  excluded: readonly string[];
  /** Any of these; empty for all. */
  kinds: readonly string[];
  tags: readonly string[];
  /** For each a name, and those of the team who have it. */
  by: readonly { name: string; userIds: readonly string[] }[];
  /** Any of these; empty for all. */
  verdicts: readonly string[];
  after: string | null;
  before: string | null;
}

/** A query after a look at what the index holds of its words; how the index is asked for them is its own matter. */
export interface PreparedQuery {
  query: RankedQuery;
  /** The words as they were typed, all of which the best hits have. */
  all: readonly string[];
  /** The words and the parts of those with a hyphen or a dot, one of which is enough, and in how many docs they are. */
  some: readonly { match: string; docs: number }[];
}

/** A text of which the places that match are to be shown. */
export interface Passage {
  title: string;
  body: string;
}

/** Matches stand between these two characters, which no text holds. */
export const MATCH_START = "\u0002";
export const MATCH_END = "\u0003";

export interface RankedSearch {
  /** Indexes these as they are now, in place of what was known of them; call it within a transaction. */
  put(db: Db, docs: readonly SearchDoc[]): Promise<void>;
  drop(db: Db, keys: readonly DocKey[]): Promise<void>;
  prepare(db: Db, query: RankedQuery): Promise<PreparedQuery>;
  /** What is found of one kind or of all, the best first, or the newest where there are neither words nor phrases. */
  find(
    db: Db,
    prepared: PreparedQuery,
    options: { kind: string | null; limit: number },
  ): Promise<(DocKey & { at: string })[]>;
  /** The newest with all words and phrases. */
  latest(db: Db, prepared: PreparedQuery, options: { kind: string | null; limit: number }): Promise<DocKey[]>;
  /** How many there are of each of these kinds, counted up to one more than `most`. */
  count(
    db: Db,
    prepared: PreparedQuery,
    options: { kinds: readonly string[]; most: number },
  ): Promise<Record<string, number>>;
  /** The title, and the passage of the body with most matches, both with the matches marked, in the order given. */
  mark(db: Db, prepared: PreparedQuery, passages: readonly Passage[]): Promise<Passage[]>;
}
