import { setTimeout } from "node:timers/promises";

import type { Database } from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from "kysely";

import { getStorageErrorKind } from "../error-kinds.ts";
import type { SerialQueue } from "../serial-queue.ts";
import type { Statements } from "./statements.ts";

/** How often a write that waits for another program looks whether that is done. */
const LOOK_AGAIN_MS = 10;

/** The one connection that writes. Calls are synchronous: only transactions and streams need a turn of their own. */
export class Writer {
  readonly turns: SerialQueue;
  /** Throws where nothing may be written. */
  readonly beforeWrite: () => void;
  readonly #driver: SqliteDriver;
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #patienceMs: number;
  #connection: DatabaseConnection | undefined;

  constructor(
    database: Database,
    statements: Statements,
    { turns, patienceMs, beforeWrite }: { turns: SerialQueue; patienceMs: number; beforeWrite: () => void },
  ) {
    this.turns = turns;
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

  // After a full disk and some other faults SQLite has rolled back already (https://www.sqlite.org/lang_transaction.html,
  // section 3). To do it again would fail, and that failure would take the place of the one that tells what happened.
  async end(how: "commit" | "rollback"): Promise<void> {
    if (how === "rollback") this.#statements.forget();
    if (how === "commit" || this.#database.inTransaction) await this.executeQuery(CompiledQuery.raw(how));
  }

  /**
   * Takes the lock for writing at once, where the connection may write: once begun, a transaction never meets another
   * program's. To be called by whoever has the turn.
   */
  begin(): Promise<void> {
    this.beforeWrite();
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
