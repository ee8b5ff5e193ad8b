import type { DialectAdapter, QueryExecutorProvider, RawBuilder } from "kysely";

import type { Db } from "./database.ts";
import type { Schema } from "./schema.ts";
import type { RankedSearch } from "./search/ranked-search.ts";

/** The indexes of three-letter sequences, each over the texts of a table. */
export type TrigramIndex = "story_trigrams" | "paper_trigrams";

/** The latest so many places before one. */
export interface SortKeySlice {
  before: number;
  count: number;
}

/** What a column of given rows holds. */
export type ValueType = "text" | "integer";

/** What each kind of database says in its own words, where Kysely's builder has none that all of them understand. */
export interface Engine {
  /** Whether a text holds another one, whatever the case of either. */
  contains(text: RawBuilder<string>, part: string): RawBuilder<boolean>;
  /** Where a text first holds another one, counted from 1; 0 where it does not. */
  positionOf(text: RawBuilder<string>, part: string): RawBuilder<number>;
  /** A text in lower case, letters beyond ASCII too. */
  lowerCase(text: RawBuilder<string>): RawBuilder<string>;
  /** Any number of values, bound as one: what follows `in`. */
  valuesOf<Value extends string | number>(values: readonly Value[]): RawBuilder<Value>;
  /** Any number of rows, bound as one, as a table to select from or to join. */
  rowsOf<Row extends object>(
    rows: readonly Row[],
    columns: Readonly<Record<keyof Row & string, ValueType>>,
  ): RawBuilder<Row>;
  /** A text that a JSON object in a column holds under a name; null where it holds none. */
  jsonText(column: string, name: string): RawBuilder<string>;
  /** The same of an integer. */
  jsonInteger(column: string, name: string): RawBuilder<number>;
  /** The items of a JSON list of texts in a column, as a table with the column `value`. */
  jsonItems(column: string): RawBuilder<{ value: string }>;
  /** The time by the clock of the database, in milliseconds since 1970: the same for every process. */
  now(): RawBuilder<number>;
  /** The type of a column of whole numbers as large as JavaScript's, in its definition. */
  bigInteger(): RawBuilder<unknown>;
  /** The type of a column of texts, which stand in the order of their bytes. */
  text(): RawBuilder<unknown>;
  /** What follows the columns of a new table. */
  tableOptions(): RawBuilder<unknown>;
  /** Has every process told of changes of a new table. */
  noteChanges(db: QueryExecutorProvider, table: keyof Schema): Promise<void>;
  /** Changes the check of a JSON column so that every version of the database's own programs accepts null in it. */
  allowNullInJson(db: QueryExecutorProvider, table: keyof Schema, column: string): Promise<void>;
  /** Queues a tool for the search index whenever a row that belongs to it changes. */
  queueToolsForSearch(db: QueryExecutorProvider, table: "verdicts" | "verdict_votes"): Promise<void>;
  /** Has the ids of new rows of a table stored in another table first, where they are not there yet. */
  storeIdsIn(db: QueryExecutorProvider, ids: keyof Schema, table: keyof Schema): Promise<void>;
  /** Has columns refer to the ids of another table than before, which keeps rows that are referred to. */
  changeReferences(
    db: QueryExecutorProvider,
    parent: keyof Schema,
    references: readonly { table: keyof Schema; column: string }[],
  ): Promise<void>;
  /** What tells rows of any table apart within one statement. */
  rowKey(): RawBuilder<unknown>;
  /** What grows with each session that is stored, whatever the clock says. */
  sessionOrder(): RawBuilder<number>;
  /**
   * The latest places before `before` of texts that may hold all the parts, whatever the case, and of every one that
   * does. Each part must be long enough (`areAllIndexed`).
   */
  sortKeysInIndex(
    db: Db,
    index: TrigramIndex,
    parts: readonly string[],
    slice: SortKeySlice,
  ): Promise<number[]>;
  search: RankedSearch;
  /**
   * Has all others who would write to a table wait until the transaction `db` ends, while they can read. To be called
   * before anything else of the transaction, which then sees whatever they have committed.
   */
  lockTable(db: Db, table: keyof Schema): Promise<void>;
  /** Does a little of what keeps indexes fast, for when nobody waits; returns whether there is more to do. */
  tidyIndexes(db: Db): Promise<boolean>;
}

interface EngineAdapter extends DialectAdapter {
  readonly engine: Engine;
}

const hasEngine = (adapter: DialectAdapter): adapter is EngineAdapter => "engine" in adapter;

/** How the database behind a connection says what is not portable. */
export function engineOf(db: QueryExecutorProvider): Engine {
  const { adapter } = db.getExecutor();
  if (!hasEngine(adapter)) throw new Error("this connection was not made by db/open.ts");
  return adapter.engine;
}
