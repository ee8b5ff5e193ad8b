import { setImmediate as runSoon } from "node:timers";
import { setImmediate } from "node:timers/promises";

import type { Database } from "better-sqlite3";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver as KyselyDriver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";

import { getStorageErrorKind } from "../error-kinds.ts";
import { SerialQueue } from "../serial-queue.ts";
import { sqliteEngine } from "./engine.ts";
import { Statements, Writer } from "./writer.ts";

/** Maximum wait of a write for another program's write. */
const MAX_LOCK_WAIT_MS = 5000;

type OnError = (error: unknown) => void;

interface DialectOptions {
  lockWaitMs?: number;
  /** Called for each failed query. */
  onError?: OnError;
  /** Called before each transaction and each write outside one. Throws to refuse it. */
  beforeWrite?: () => void;
}

/**
 * Kysely's SQLite dialect with three additions: cached statements, transactions that SQLite ended itself, and reads
 * that don't wait. During a transaction or a blocked write, reads outside it see committed data, through
 * `openReader`. See docs/decisions/0037-allow-reads-during-a-write-transaction.md.
 */
export class Dialect extends SqliteDialect {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #openReader: (() => Database) | undefined;
  readonly #lockWaitMs: number;
  readonly #onError: OnError;
  readonly #beforeWrite: () => void;
  readonly #queue = new SerialQueue();

  constructor(
    database: Database,
    openReader?: () => Database,
    { lockWaitMs = MAX_LOCK_WAIT_MS, onError = () => {}, beforeWrite = () => {} }: DialectOptions = {},
  ) {
    const statements = new Statements(database);
    super({ database: statements });
    this.#database = database;
    this.#statements = statements;
    this.#openReader = openReader;
    this.#lockWaitMs = lockWaitMs;
    this.#onError = onError;
    this.#beforeWrite = beforeWrite;
  }

  /** Writes made through this dialect. */
  get writes(): Pick<Statements, "writesVersion" | "lastCommit" | "onCommit"> {
    return this.#statements;
  }

  /** Runs work between two writes. Other writes wait until it ends. */
  async pauseWrites<Result>(work: () => Promise<Result>): Promise<Result> {
    const pass = await this.#queue.take();
    try {
      return await work();
    } finally {
      pass();
    }
  }

  override createAdapter(): Adapter {
    return new Adapter();
  }

  override createDriver(): Driver {
    const writer = new Writer(this.#database, this.#statements, {
      queue: this.#queue,
      lockWaitMs: this.#lockWaitMs,
      beforeWrite: this.#beforeWrite,
    });
    return new Driver(writer, this.#openReader ? new Reader(this.#openReader) : null, this.#onError);
  }
}

class Adapter extends SqliteAdapter {
  readonly engine = sqliteEngine;

  /** The base driver queues connections. */
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

const READS = /^\s*select\b/iu;

/** Time in ms for which transactions may block this thread before other work runs. */
const MAX_BLOCKING_MS = 5;
/** Time at which it ends in this tick of the event loop. Null until a transaction runs its first query in the tick. */
let blockingEndsAt: number | null = null;

/** True if transactions have blocked this thread for too long. */
function isBlockingTooLong(): boolean {
  const now = performance.now();
  if (blockingEndsAt !== null) return now >= blockingEndsAt;
  blockingEndsAt = now + MAX_BLOCKING_MS;
  runSoon(() => {
    blockingEndsAt = null;
  });
  return false;
}

/** Executes one query or one transaction. */
class Connection implements DatabaseConnection {
  readonly #writer: Writer;
  readonly #reader: Reader | null;
  readonly #onError: OnError;
  /** Releases the lock of the current transaction. */
  #releaseQueue: (() => void) | null = null;

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
      // If another program changed the file, any failure is reported with that reason.
      this.#writer.beforeWrite();
      throw error;
    }
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#releaseQueue) {
      if (isBlockingTooLong()) await setImmediate();
      return this.#writer.executeQuery<Row>(query);
    }
    if (!READS.test(query.sql)) this.#writer.beforeWrite();
    if (this.#writer.queue.isFree) {
      try {
        return await this.#writer.executeQuery<Row>(query);
      } catch (error) {
        if (getStorageErrorKind(error) !== "busy") throw error;
      }
    }
    if (this.#reader && READS.test(query.sql)) return this.#reader.executeQuery<Row>(query);
    const pass = await this.#writer.queue.take();
    try {
      return await this.#writer.retryWhileLocked(() => this.#writer.executeQuery<Row>(query));
    } finally {
      pass();
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const pass = this.#releaseQueue ? null : await this.#writer.queue.take();
    try {
      yield* this.#writer.connection.streamQuery<Row>(query, chunkSize);
    } finally {
      pass?.();
    }
  }

  async begin(): Promise<void> {
    this.#releaseQueue = await this.#writer.queue.take();
    await this.#writer.begin();
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    if (isBlockingTooLong()) await setImmediate();
    await this.#writer.end(how);
  }

  release(): void {
    this.#releaseQueue?.();
    this.#releaseQueue = null;
  }
}

/** Connection that sees committed data. It is opened on first use. */
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
      // The next read opens it again.
      this.#connection = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#connection?.catch(() => null);
    await this.#driver.destroy();
  }
}
