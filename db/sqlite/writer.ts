import { setTimeout } from "node:timers/promises";

import type { Database, Statement } from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from "kysely";

import { findWrittenTable } from "../engine.ts";
import { getStorageErrorKind } from "../error-kinds.ts";
import type { SerialQueue } from "../serial-queue.ts";

/** Maximum number of cached statements: all of the product's own, with some spare. Each takes a few kilobytes. */
const MAX_CACHED_STATEMENTS = 500;
/** Maximum length of cached statements. Longer ones insert many rows and are rarely repeated with the same number. */
const MAX_CACHED_LENGTH = 8000;
/** Statements that change tables: `select *` of a cached statement would miss a new column. */
const CHANGES_TABLES = /^\s*(?:create|alter|drop)\b/iu;
/** Placeholder for any table, for statements that don't begin with the table they write to. */
const ANY_TABLE = "";
const NO_TABLES: ReadonlySet<string> = new Set();

interface CachedStatement {
  statement: Statement;
  /** Null for a read-only statement. */
  writesTo: string | null;
}

/** Cache of one connection's statements, by their SQL. Records the tables that they write to. */
export class Statements {
  readonly #database: Database;
  /** Least recently used first. */
  readonly #cachedStatements = new Map<string, CachedStatement>();
  /** Counts writes and commits. */
  #clock = 0;
  #lastCommit = 0;
  #lastWrite = 0;
  readonly #lastWrites = new Map<string, number>();
  /** Tables written since the last commit. */
  #writtenTables = new Set<string>();
  readonly #listeners: { tables: readonly string[]; listen: () => void }[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Number that grows with every commit of a write. */
  get lastCommit(): number {
    return this.#lastCommit;
  }

  /** Returns a version that changes after every write to these tables, or to any, and again after the commit. */
  writesVersion(tables?: readonly string[]): string {
    const last = tables ? this.#lastWriteTo([...tables, ANY_TABLE]) : this.#lastWrite;
    return last > this.#lastCommit ? `${last}+` : String(last);
  }

  #lastWriteTo(tables: readonly string[]): number {
    return Math.max(...tables.map((table) => this.#lastWrites.get(table) ?? 0));
  }

  /** Returns the statement for immediate execution. */
  prepare(sql: string): Statement {
    const { statement, writesTo } = this.#find(sql);
    if (writesTo !== null) {
      this.#lastWrite = this.#clock += 1;
      this.#lastWrites.set(writesTo, this.#lastWrite);
      this.#writtenTables.add(writesTo);
    }
    return statement;
  }

  /** Calls a listener after each commit of a write to one of these tables. */
  onCommit(tables: readonly string[], listen: () => void): void {
    this.#listeners.push({ tables: [...tables, ANY_TABLE], listen });
  }

  /**
   * Records that writes were committed or rolled back. Returns their tables, to be reported when the outcome is
   * certain.
   */
  settle(): ReadonlySet<string> {
    if (this.#lastWrite > this.#lastCommit) this.#lastCommit = this.#clock += 1;
    if (this.#writtenTables.size === 0) return NO_TABLES;
    const written = this.#writtenTables;
    this.#writtenTables = new Set();
    return written;
  }

  /** Notifies listeners of a commit. */
  notify(written: ReadonlySet<string>): void {
    for (const { tables, listen } of this.#listeners) {
      if (tables.some((table) => written.has(table))) listen();
    }
  }

  /** Discards the writes since the last commit, after a rollback. */
  discardWrites(): void {
    this.#writtenTables.clear();
  }

  close(): void {
    this.#cachedStatements.clear();
    this.#database.close();
  }

  #find(sql: string): CachedStatement {
    const cached = this.#cachedStatements.get(sql);
    // A statement that is still returning rows can't start again.
    if (cached?.statement.busy === false) {
      this.#cachedStatements.delete(sql);
      this.#cachedStatements.set(sql, cached);
      return cached;
    }
    if (CHANGES_TABLES.test(sql)) this.#cachedStatements.clear();
    const statement = this.#database.prepare(sql);
    const writesTo = statement.readonly ? null : (findWrittenTable(sql) ?? ANY_TABLE);
    const preparedStatement = { statement, writesTo };
    if (sql.length <= MAX_CACHED_LENGTH) this.#add(sql, preparedStatement);
    return preparedStatement;
  }

  #add(sql: string, found: CachedStatement): void {
    this.#cachedStatements.set(sql, found);
    const [oldest] = this.#cachedStatements.keys();
    if (this.#cachedStatements.size > MAX_CACHED_STATEMENTS && oldest !== undefined)
      this.#cachedStatements.delete(oldest);
  }
}

/** Interval at which a waiting write retries, in milliseconds. */
const RETRY_MS = 10;

/** The only writing connection. Calls are synchronous, so only transactions and streams need the lock. */
export class Writer {
  readonly queue: SerialQueue;
  /** Throws if writes are not allowed. */
  readonly beforeWrite: () => void;
  readonly #driver: SqliteDriver;
  readonly #database: Database;
  readonly #statements: Statements;
  /** Separate from `statements`, where it would count as a write to any table. */
  readonly #begin: Statement;
  readonly #lockWaitMs: number;
  #connection: DatabaseConnection | undefined;

  constructor(
    database: Database,
    statements: Statements,
    { queue, lockWaitMs, beforeWrite }: { queue: SerialQueue; lockWaitMs: number; beforeWrite: () => void },
  ) {
    this.queue = queue;
    this.beforeWrite = beforeWrite;
    this.#driver = new SqliteDriver({ database: statements });
    this.#database = database;
    this.#statements = statements;
    this.#begin = database.prepare(database.readonly ? "begin" : "begin immediate");
    this.#lockWaitMs = lockWaitMs;
  }

  async open(): Promise<void> {
    await this.#driver.init();
    this.#connection = await this.#driver.acquireConnection();
  }

  get connection(): DatabaseConnection {
    if (!this.#connection) throw new Error("the database is not open yet");
    return this.#connection;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = this.connection.executeQuery<Row>(query);
    if (this.#database.inTransaction) return result;
    const written = this.#statements.settle();
    return written.size === 0 ? result : this.#notifyWhenDone(result, written);
  }

  async #notifyWhenDone<Result>(work: Promise<Result>, written: ReadonlySet<string>): Promise<Result> {
    const result = await work;
    this.#statements.notify(written);
    return result;
  }

  // After a full disk and some other faults, SQLite has already rolled back
  // (https://www.sqlite.org/lang_transaction.html, section 3). A second rollback would fail and hide the original
  // error.
  async end(how: "commit" | "rollback"): Promise<void> {
    if (how === "rollback") this.#statements.discardWrites();
    if (how === "commit" || this.#database.inTransaction) await this.executeQuery(CompiledQuery.raw(how));
  }

  /**
   * Takes the write lock at once if the connection can write. A started transaction then never conflicts with another
   * program's. The caller must hold the lock of this connection.
   */
  begin(): Promise<void> {
    this.beforeWrite();
    return this.retryWhileLocked(() => Promise.resolve(void this.#begin.run()));
  }

  /**
   * Retries work while another program's lock prevents it. Fails if the lock persists. SQLite's own wait would block
   * the thread. The caller must hold the lock of this connection.
   */
  async retryWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
    const end = performance.now() + this.#lockWaitMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (getStorageErrorKind(error) !== "busy" || performance.now() >= end) throw error;
      }
      await setTimeout(RETRY_MS);
    }
  }

  close(): Promise<void> {
    return this.#driver.destroy();
  }
}
