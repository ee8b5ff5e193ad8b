import { setTimeout } from "node:timers/promises";

import type { Database } from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver as KyselyDriver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";

import { getStorageErrorKind } from "./errors.ts";
import { Statements } from "./statements.ts";
import { Turns } from "./turns.ts";

/** How long a write waits while another program is writing, and how often it looks whether that is over. */
const PATIENCE_MS = 5000;
const LOOK_AGAIN_MS = 10;

type OnError = (error: unknown) => void;

interface DialectOptions {
  patienceMs?: number;
  /** Told of each query that fails. */
  onError?: OnError;
}

/**
 * Kysely's SQLite, but for kept statements, for transactions that SQLite has ended by itself, and for reading that does
 * not wait: while a transaction has the connection, or a write waits for another program, whoever reads outside of it
 * sees what is committed, by `openReader`. See docs/decisions/0037-reading-beside-a-transaction.md.
 */
export class Dialect extends SqliteDialect {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #openReader: (() => Database) | undefined;
  readonly #patienceMs: number;
  readonly #onError: OnError;

  constructor(
    database: Database,
    openReader?: () => Database,
    { patienceMs = PATIENCE_MS, onError = () => {} }: DialectOptions = {},
  ) {
    const statements = new Statements(database);
    super({ database: statements });
    this.#database = database;
    this.#statements = statements;
    this.#openReader = openReader;
    this.#patienceMs = patienceMs;
    this.#onError = onError;
  }

  /** What was written through this dialect. */
  get writes(): Pick<Statements, "markOf" | "lastCommit"> {
    return this.#statements;
  }

  override createAdapter(): Adapter {
    return new Adapter();
  }

  override createDriver(): Driver {
    const writer = new Writer(this.#database, this.#statements, this.#patienceMs);
    return new Driver(writer, this.#openReader ? new Reader(this.#openReader) : null, this.#onError);
  }
}

class Adapter extends SqliteAdapter {
  /** The driver below has connections take turns. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class Driver implements KyselyDriver {
  readonly #writer: Writer;
  readonly #reader: Reader | null;
  readonly #onError: OnError;

  constructor(writer: Writer, reader: Reader | null, onError: OnError) {
    this.#writer = writer;
    this.#reader = reader;
    this.#onError = onError;
  }

  init(): Promise<void> {
    return this.#writer.open();
  }

  acquireConnection(): Promise<Connection> {
    return Promise.resolve(new Connection(this.#writer, this.#reader, this.#onError));
  }

  beginTransaction(connection: Connection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: Connection): Promise<void> {
    return connection.end("commit");
  }

  rollbackTransaction(connection: Connection): Promise<void> {
    return connection.end("rollback");
  }

  releaseConnection(connection: Connection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  async destroy(): Promise<void> {
    await this.#reader?.close();
    await this.#writer.close();
  }
}

/** The one connection that writes. Calls are synchronous: only transactions and streams need a turn of their own. */
class Writer {
  readonly turns = new Turns();
  readonly #driver: SqliteDriver;
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #patienceMs: number;
  #connection: DatabaseConnection | undefined;

  constructor(database: Database, statements: Statements, patienceMs: number) {
    this.#driver = new SqliteDriver({ database: statements });
    this.#database = database;
    this.#statements = statements;
    this.#patienceMs = patienceMs;
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
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
    if (!this.#database.inTransaction) this.#statements.settle();
    return result;
  }

  /**
   * Takes the lock for writing at once, where the connection may write: once begun, a transaction never meets another
   * program's. To be called by whoever has the turn.
   */
  begin(): Promise<void> {
    // Not by `statements`, for which it would be a write to any table.
    const begin = this.#database.prepare(this.#database.readonly ? "begin" : "begin immediate");
    return this.whenFree(() => Promise.resolve(void begin.run()));
  }

  /**
   * Does what another program's lock keeps from being done as soon as that is gone, or fails when it stays. SQLite
   * itself would wait with the whole thread. To be called by whoever has the turn.
   */
  async whenFree<Result>(work: () => Promise<Result>): Promise<Result> {
    const end = performance.now() + this.#patienceMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (getStorageErrorKind(error) !== "busy" || performance.now() >= end) throw error;
      }
      await setTimeout(LOOK_AGAIN_MS);
    }
  }

  close(): Promise<void> {
    return this.#driver.destroy();
  }
}

/** A connection that sees what is committed; opened when it is first needed. */
class Reader {
  readonly #driver: SqliteDriver;
  #connection: Promise<DatabaseConnection> | undefined;

  constructor(openReader: () => Database) {
    this.#driver = new SqliteDriver({ database: () => Promise.resolve(new Statements(openReader())) });
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#connection ??= this.#open();
    return (await this.#connection).executeQuery<Row>(query);
  }

  async #open(): Promise<DatabaseConnection> {
    try {
      await this.#driver.init();
      return await this.#driver.acquireConnection();
    } catch (error) {
      // The next one who reads tries again.
      this.#connection = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#connection?.catch(() => null);
    await this.#driver.destroy();
  }
}

const READS = /^\s*select\b/iu;

/** What one query or one transaction is executed by. */
class Connection implements DatabaseConnection {
  readonly #writer: Writer;
  readonly #reader: Reader | null;
  readonly #onError: OnError;
  /** Passes on the turn that a transaction has. */
  #pass: (() => void) | null = null;

  constructor(writer: Writer, reader: Reader | null, onError: OnError) {
    this.#writer = writer;
    this.#reader = reader;
    this.#onError = onError;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#execute<Row>(query);
    } catch (error) {
      this.#onError(error);
      throw error;
    }
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#pass) return this.#writer.executeQuery<Row>(query);
    if (this.#writer.turns.isFree) {
      try {
        return await this.#writer.executeQuery<Row>(query);
      } catch (error) {
        if (getStorageErrorKind(error) !== "busy") throw error;
      }
    }
    if (this.#reader && READS.test(query.sql)) return this.#reader.executeQuery<Row>(query);
    const pass = await this.#writer.turns.take();
    try {
      return await this.#writer.whenFree(() => this.#writer.executeQuery<Row>(query));
    } finally {
      pass();
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const pass = this.#pass ? null : await this.#writer.turns.take();
    try {
      yield* this.#writer.connection.streamQuery<Row>(query, chunkSize);
    } finally {
      pass?.();
    }
  }

  async begin(): Promise<void> {
    this.#pass = await this.#writer.turns.take();
    await this.#writer.begin();
  }

  // After a full disk and some other faults SQLite has rolled back already (https://www.sqlite.org/lang_transaction.html,
  // section 3). To do it again would fail, and that failure would take the place of the one that tells what happened.
  async end(how: "commit" | "rollback"): Promise<void> {
    if (how === "commit" || this.#writer.isInTransaction) {
      await this.#writer.executeQuery(CompiledQuery.raw(how));
    }
  }

  release(): void {
    this.#pass?.();
    this.#pass = null;
  }
}
