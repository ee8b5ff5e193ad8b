/** Interface for ranked search. Each engine implements it with its own full-text index. */
import type { Db } from "../database.ts";

/** Searchable item. */
export interface DocKey {
  kind: string;
  itemId: string;
}

/** Indexed content of an item: words by field, and filter values. */
export interface SearchDoc extends DocKey {
  /** Time of publication or of the last update. Newer docs come first among equals. */
  at: string;
  title: string;
  body: string;
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
  /** Names in the query, each with the ids of users who have it. */
  by: readonly { name: string; userIds: readonly string[] }[];
  /** Kinds to find, at least one of them; empty for all. */
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
}

/** Text to be highlighted. */
export interface Passage {
  title: string;
  body: string;
}

/** Characters around matches, which no text contains. */
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
  /** Returns the newest docs with all words and phrases. */
  latest(db: Db, prepared: PreparedQuery, options: { kind: string | null; limit: number }): Promise<DocKey[]>;
  /** Counts the docs of each kind, up to `most` plus one. */
  count(
    db: Db,
    prepared: PreparedQuery,
    options: { kinds: readonly string[]; most: number },
  ): Promise<Record<string, number>>;
  /** Returns each title and the best passage of each body with highlighted matches, in the given order. */
  mark(db: Db, prepared: PreparedQuery, passages: readonly Passage[]): Promise<Passage[]>;
}
