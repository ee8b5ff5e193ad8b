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

import type { Engine } from "../engine.ts";
import { StorageError } from "../errors.ts";
import { writtenTableOf } from "../written-table.ts";
import { ANY_TABLE, type Commits } from "./commits.ts";
import { RepeatableError, toPoolError, toStorageError } from "./server-errors.ts";

/** The connections of a process: some for whoever waits, and some for jobs, whose statements may take minutes. */
export interface Pools {
  usual: Pool;
  patient: Pool;
}

/** Says of the work that runs in it that its statements may take minutes. */
const patience = new AsyncLocalStorage<true>();

/** Runs work whose statements may take minutes rather than seconds. */
export const withLongTimeout = <Result>(work: () => Promise<Result>): Promise<Result> =>
  patience.run(true, work);

export const isPatient = (): boolean => patience.getStore() === true;

/** Kysely's PostgreSQL, with errors of ours, and with what is committed noted by table. */
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
    const pool = isPatient() ? this.#pools.patient : this.#pools.usual;
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

/** What one query or one transaction is executed by. */
class Connection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #commits: Commits | null;
  #isInTransaction = false;
  /** The tables that the transaction under way has written to. */
  #written = new Set<string>();
  /** A connection in an unknown state is closed rather than handed on. */
  #isBroken = false;
  #cursors = 0;

  constructor(client: PoolClient, commits: Commits | null) {
    this.#client = client;
    this.#commits = commits;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#send(sql, parameters);
    if (!WRITES.has(command)) return { rows };
    this.#note(writtenTableOf(sql));
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** By a cursor, so that no more rows are held here than are asked for at a time. */
  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const isOwnTransaction = !this.#isInTransaction;
    if (isOwnTransaction) await this.begin({ accessMode: "read only" });
    try {
      this.#cursors += 1;
      const cursor = `rows_${this.#cursors}`;
      await this.#send(`declare ${cursor} no scroll cursor for ${query.sql}`, query.parameters);
      for (;;) {
        const { rows } = await this.#send(`fetch forward ${chunkSize} from ${cursor}`, []);
        if (rows.length === 0) break;
        yield { rows };
      }
      await this.#send(`close ${cursor}`, []);
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
    await this.#send(settings.join(" "), []);
    this.#isInTransaction = true;
    this.#written = new Set();
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const written = how === "commit" ? this.#written : NO_TABLES;
    this.#isInTransaction = false;
    this.#written = new Set();
    // The server rolls back what a connection that is closed was at; one that is silent would not answer.
    if (how === "rollback" && this.#isBroken) return;
    try {
      const { command } = await this.#send(how, []);
      if (command.toLowerCase() !== how)
        throw new Error("a transaction went on after a statement that failed");
    } catch (error) {
      // A server that gave a transaction up is in order; else whether it was committed is unknown, and what others
      // read of it is not kept.
      this.#isBroken ||= !(error instanceof RepeatableError);
      this.#commits?.noteOwn(written);
      // The failure that led to a rollback is the one to be told.
      if (how === "commit") throw error;
    }
    this.#commits?.noteOwn(written);
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  #note(table = ANY_TABLE): void {
    if (this.#isInTransaction) this.#written.add(table);
    else this.#commits?.noteOwn(new Set([table]));
  }

  async #send(text: string, values: readonly unknown[]) {
    try {
      // The driver takes what it is handed without changing it.
      return await this.#client.query(text, [...values]);
    } catch (error) {
      const known = toStorageError(error);
      if (known instanceof StorageError && known.kind === "unreachable") this.#isBroken = true;
      throw known;
    }
  }
}
