import { AsyncLocalStorage } from "node:async_hooks";

import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect as KyselyDialect,
  type Driver as KyselyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { Pool, PoolClient } from "pg";

import { type Engine, findWrittenTable } from "../engine.ts";
import { StorageError } from "../errors.ts";
import { ANY_TABLE, type Commits } from "./commits.ts";
import { RepeatableError, toPoolError, toStorageError } from "./server-errors.ts";

/** Connection pools of a process: one for normal requests, one for jobs with statements that take minutes. */
export interface Pools {
  normal: Pool;
  long: Pool;
}

/** Marks the current work as allowed to run statements for minutes. */
const longTimeout = new AsyncLocalStorage<true>();

/** Runs work whose statements may take minutes instead of seconds. */
export const withLongTimeout = <Result>(work: () => Promise<Result>): Promise<Result> =>
  longTimeout.run(true, work);

export const hasLongTimeout = (): boolean => longTimeout.getStore() === true;

/** Kysely's PostgreSQL dialect with our errors. Records the tables of each commit. */
export class Dialect implements KyselyDialect {
  readonly #pools: Pools;
  readonly #engine: Engine;
  readonly #commits: Commits | null;

  constructor(pools: Pools, engine: Engine, commits: Commits | null = null) {
    this.#pools = pools;
    this.#engine = engine;
    this.#commits = commits;
  }

  createAdapter(): PostgresAdapter {
    return new Adapter(this.#engine);
  }

  createDriver(): KyselyDriver {
    return new Driver(this.#pools, this.#commits);
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }
}

class Adapter extends PostgresAdapter {
  readonly engine: Engine;

  constructor(engine: Engine) {
    super();
    this.engine = engine;
  }
}

class Driver implements KyselyDriver {
  readonly #pools: Pools;
  readonly #commits: Commits | null;

  constructor(pools: Pools, commits: Commits | null) {
    this.#pools = pools;
    this.#commits = commits;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<Connection> {
    const pool = hasLongTimeout() ? this.#pools.long : this.#pools.normal;
    try {
      return new Connection(await pool.connect(), this.#commits);
    } catch (error) {
      throw toPoolError(pool, error);
    }
  }

  beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings);
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
    await Promise.all([...new Set(Object.values(this.#pools))].map((pool: Pool) => pool.end()));
  }
}

const NO_TABLES: ReadonlySet<string> = new Set();
const WRITES = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Executes one query or one transaction. */
class Connection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #commits: Commits | null;
  #isInTransaction = false;
  /** Tables written by the current transaction. */
  #writtenTables = new Set<string>();
  /** True if the connection's state is unknown. It is then closed, not reused. */
  #isBroken = false;
  #cursors = 0;

  constructor(client: PoolClient, commits: Commits | null) {
    this.#client = client;
    this.#commits = commits;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#runQuery(sql, parameters);
    if (!WRITES.has(command)) return { rows };
    this.#recordWrite(findWrittenTable(sql));
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** Streams rows by a cursor, with at most `chunkSize` rows in memory. */
  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const isOwnTransaction = !this.#isInTransaction;
    if (isOwnTransaction) await this.begin({ accessMode: "read only" });
    try {
      this.#cursors += 1;
      const cursor = `rows_${this.#cursors}`;
      await this.#runQuery(`declare ${cursor} no scroll cursor for ${query.sql}`, query.parameters);
      for (;;) {
        const { rows } = await this.#runQuery(`fetch forward ${chunkSize} from ${cursor}`, []);
        if (rows.length === 0) break;
        yield { rows };
      }
      await this.#runQuery(`close ${cursor}`, []);
    } finally {
      if (isOwnTransaction) await this.end("rollback");
    }
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const settings = [
      "start transaction",
      ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []),
      ...(accessMode ? [accessMode] : []),
    ];
    await this.#runQuery(settings.join(" "), []);
    this.#isInTransaction = true;
    this.#writtenTables = new Set();
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const written = how === "commit" ? this.#writtenTables : NO_TABLES;
    this.#isInTransaction = false;
    this.#writtenTables = new Set();
    // The server rolls back when the connection closes. A silent server would not answer.
    if (how === "rollback" && this.#isBroken) return;
    try {
      const { command } = await this.#runQuery(how, []);
      if (command.toLowerCase() !== how) throw new Error("a transaction continued after a failed statement");
    } catch (error) {
      // A transaction that the server aborted leaves a valid connection. After other errors the commit is uncertain,
      // so drop the connection.
      this.#isBroken ||= !(error instanceof RepeatableError);
      this.#commits?.recordCommit(written);
      // Report the failure that led to the rollback.
      if (how === "commit") throw error;
    }
    this.#commits?.recordCommit(written);
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  #recordWrite(table = ANY_TABLE): void {
    if (this.#isInTransaction) this.#writtenTables.add(table);
    else this.#commits?.recordCommit(new Set([table]));
  }

  async #runQuery(text: string, values: readonly unknown[]) {
    try {
      // The driver doesn't change the array.
      return await this.#client.query(text, [...values]);
    } catch (error) {
      const known = toStorageError(error);
      if (known instanceof StorageError && known.kind === "unreachable") this.#isBroken = true;
      throw known;
    }
  }
}
