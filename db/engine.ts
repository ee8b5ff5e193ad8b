import type { DialectAdapter, QueryExecutorProvider, RawBuilder, CompiledQuery } from "kysely";

import type { Db } from "./database.ts";
import type { Schema } from "./schema.ts";
import type { RankedSearch } from "./search/ranked-search.ts";

/** Trigram indexes, each over the texts of one table. */
export type TrigramIndex = "story_trigrams" | "paper_trigrams";

/** Slice of a list of sort keys: the latest ones before a given key. */
export interface SortKeySlice {
  before: number;
  count: number;
}

/** Type of a column in bound rows. */
export type ValueType = "text" | "integer";

/** Engine-specific SQL that Kysely's builder can't express for all engines. */
export interface Engine {
  /** True if a text contains the part, ignoring case. */
  contains(text: RawBuilder<string>, part: string): RawBuilder<boolean>;
  /** Position of the first match of a part in a text, from 1; 0 if there is none. */
  positionOf(text: RawBuilder<string>, part: string): RawBuilder<number>;
  /** Text in lower case, including letters beyond ASCII. */
  lowerCase(text: RawBuilder<string>): RawBuilder<string>;
  /** Any number of values, bound as one parameter, for use after `in`. */
  valuesOf<Value extends string | number>(values: readonly Value[]): RawBuilder<Value>;
  /** Any number of rows, bound as one parameter, as a table to select from or to join. */
  rowsOf<Row extends object>(
    rows: readonly Row[],
    columns: Readonly<Record<keyof Row & string, ValueType>>,
  ): RawBuilder<Row>;
  /** Text under a name in a JSON column; null if missing. */
  jsonText(column: string, name: string): RawBuilder<string>;
  /** Integer under a name in a JSON column; null if missing. */
  jsonInteger(column: string, name: string): RawBuilder<number>;
  /** Items of a JSON list, as a table with the text column `value`. */
  jsonItems(list: RawBuilder<unknown>): RawBuilder<{ value: string }>;
  /** Database clock in milliseconds since 1970, the same for every process. */
  now(): RawBuilder<number>;
  /** Column type for integers in JavaScript's safe range. */
  bigInteger(): RawBuilder<unknown>;
  /** Column type for texts, sorted by their bytes. */
  text(): RawBuilder<unknown>;
  /** Options after the columns of a new table. */
  tableOptions(): RawBuilder<unknown>;
  /** Notifies all processes of changes to a new table. */
  addChangeNotifications(db: QueryExecutorProvider, table: keyof Schema): Promise<void>;
  /** Changes the check of a JSON column to accept null in every version of the engine. */
  allowNullInJson(db: QueryExecutorProvider, table: keyof Schema, column: string): Promise<void>;
  /** Queues a tool for the search index whenever a row that belongs to it changes. */
  queueToolsForSearch(db: QueryExecutorProvider, table: "verdicts" | "verdict_votes"): Promise<void>;
  /** Queues the items of a table for the search index, and their comments, and removes deleted ones from it. */
  searchItems(db: QueryExecutorProvider, items: SearchedItems): Promise<void>;
  /** Removes the checks that contain a list of all kinds. */
  dropKindChecks(db: QueryExecutorProvider): Promise<void>;
  /** Queues comments for the search index whenever the text that they reply to, or the title of their item, changes. */
  queueCommentsForSearch(db: QueryExecutorProvider): Promise<void>;
  /**
   * Qualifies the columns in the function that removes deleted rows from the search index, because comments have
   * columns of the same names.
   */
  qualifyRemovalFromSearch(db: QueryExecutorProvider): Promise<void>;
  /**
   * Creates the configuration with which the search index splits and stems texts, and queues all content for indexing.
   */
  createSearchConfiguration(db: QueryExecutorProvider): Promise<void>;
  /** Before a row is inserted, stores its id in another table, unless that contains it. */
  addIdTrigger(db: QueryExecutorProvider, ids: keyof Schema, table: keyof Schema): Promise<void>;
  /** Changes the table that columns reference, which protects referenced rows from deletion. */
  changeReferences(
    db: QueryExecutorProvider,
    parent: keyof Schema,
    references: readonly { table: keyof Schema; column: string }[],
  ): Promise<void>;
  /** Removes the reference of a column to another table. */
  dropReference(db: QueryExecutorProvider, table: keyof Schema, column: string): Promise<void>;
  /** Expression that identifies a row of any table within one statement. */
  rowKey(): RawBuilder<unknown>;
  /** Expression that grows with each stored session, regardless of the clock. */
  sessionOrder(): RawBuilder<number>;
  /**
   * Returns the latest sort keys before `before` of texts that may contain all parts, ignoring case. Includes every
   * text that does. Each part must be long enough (`areAllIndexed`).
   */
  sortKeysInIndex(
    db: Db,
    index: TrigramIndex,
    parts: readonly string[],
    slice: SortKeySlice,
  ): Promise<number[]>;
  search: RankedSearch;
  /**
   * Blocks other writers of a table until the transaction `db` ends; reads continue. Call it first in the transaction,
   * to see everything that they have committed.
   */
  lockTable(db: Db, table: keyof Schema): Promise<void>;
  /** Does a small step of index maintenance, for idle times. Returns true if there is more to do. */
  maintainIndexes(db: Db): Promise<boolean>;
}

/** A kind of items, its table and the column of its titles. */
export type SearchedItems = readonly [kind: string, table: string, title: "name" | "title"];

/** All kinds of items up to migration 0042. Migrations of later kinds call `searchItems`. */
export const ORIGINAL_ITEMS: readonly SearchedItems[] = [
  ["tool", "ai_tools", "name"],
  ["prompt", "prompts", "name"],
  ["reading", "readings", "title"],
  ["article", "news_articles", "title"],
  ["paper", "research_papers", "title"],
];

interface EngineAdapter extends DialectAdapter {
  readonly engine: Engine;
}

const hasEngine = (adapter: DialectAdapter): adapter is EngineAdapter => "engine" in adapter;

/** Returns the engine-specific SQL of a connection's database. */
export function engineOf(db: QueryExecutorProvider): Engine {
  const { adapter } = db.getExecutor();
  if (!hasEngine(adapter)) throw new Error("this connection was not opened by db/open.ts");
  return adapter.engine;
}

/** Matches the table that a statement writes to. Triggers and cascades may write to others. */
const WRITTEN_TABLE =
  /^\s*(?:(?:insert|replace)(?:\s+or\s+\w+)?\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)/iu;

/** Returns the table at the start of a write statement, undefined for other statements. */
export const findWrittenTable = (sql: string): string | undefined => WRITTEN_TABLE.exec(sql)?.[1];

/** Represents a value while a query is compiled. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Returns a function that runs a query. Compiles its SQL only once for each engine, because compiling takes longer than
 * a query of few rows. `build` must return the same SQL for all values, and must not use them in any other way.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Db, values: Values) => CompiledQuery<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<Engine, CompiledQuery<Row>>();
  return async (db, values) => {
    const engine = engineOf(db);
    let query = compiled.get(engine);
    if (!query) {
      query = build(db, new Proxy(values, { get: (_, name) => new Placeholder(String(name)) }));
      compiled.set(engine, query);
    }
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? given.get(value.name) : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
