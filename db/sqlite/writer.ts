import { setTimeout } from "node:timers/promises";

import type { Database } from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from "kysely";

import { getStorageErrorKind } from "../error-kinds.ts";
import type { SerialQueue } from "../serial-queue.ts";
import type { Statements } from "./statements.ts";

/** Interval at which a waiting write retries. */
const LOOK_AGAIN_MS = 10;

/** The only writing connection. Calls are synchronous: only transactions and streams need the lock. */
export class Writer {
  readonly queue: SerialQueue;
  /** Throws if writes are not allowed. */
  readonly beforeWrite: () => void;
  readonly #driver: SqliteDriver;
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #patienceMs: number;
  #connection: DatabaseConnection | undefined;

  constructor(
    database: Database,
    statements: Statements,
    { queue, patienceMs, beforeWrite }: { queue: SerialQueue; patienceMs: number; beforeWrite: () => void },
  ) {
    this.queue = queue;
    this.beforeWrite = beforeWrite;
    this.#driver = new SqliteDriver({ database: statements });
    this.#database = database;
    this.#statements = statements;
    this.#patienceMs = patienceMs;
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
    return written.size === 0 ? result : this.#tellWhenDone(result, written);
  }

  async #tellWhenDone<Result>(work: Promise<Result>, written: ReadonlySet<string>): Promise<Result> {
    const result = await work;
    this.#statements.tell(written);
    return result;
  }

  // After a full disk and some other faults, SQLite has already rolled back
  // (https://www.sqlite.org/lang_transaction.html, section 3). A second rollback would fail and hide the original
  // error.
  async end(how: "commit" | "rollback"): Promise<void> {
    if (how === "rollback") this.#statements.forget();
    if (how === "commit" || this.#database.inTransaction) await this.executeQuery(CompiledQuery.raw(how));
  }

  /**
   * Takes the write lock at once if the connection can write. A started transaction then never conflicts with another
   * program's. The caller must hold the lock of this connection.
   */
  begin(): Promise<void> {
    this.beforeWrite();
    // Not through `statements`, where it would count as a write to any table.
    const begin = this.#database.prepare(this.#database.readonly ? "begin" : "begin immediate");
    return this.whenFree(() => Promise.resolve(void begin.run()));
  }

  /**
   * Retries work that another program's lock prevents, and fails if the lock persists. SQLite's own wait would block
   * the thread. The caller must hold the lock of this connection.
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
