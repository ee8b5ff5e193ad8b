import { setTimeout as pause } from "node:timers/promises";

import { type QueryExecutorProvider, sql, Kysely, type Transaction, type TransactionBuilder } from "kysely";
import type { Pool } from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";

import type { Db, Limiter, LimitRule, OpenDatabase } from "../database.ts";
import { DatabaseError, StorageError } from "../errors.ts";
import type { Schema } from "../schema.ts";
import { SerialQueue } from "../serial-queue.ts";
import { ChangeListener, LISTEN, Commits } from "./commits.ts";
import { checkServer } from "./connect.ts";
import {
  connectionConfig,
  type Limits,
  LIMITS,
  describeServer,
  openPools,
  openSinglePool,
  Sockets,
} from "./connections.ts";
import { Dialect, hasLongTimeout, type Pools, withLongTimeout } from "./dialect.ts";
import { createPostgresqlEngine } from "./engine.ts";
import type { ServerFeatures } from "./search/prepare-indexes.ts";
import { toPoolError, RepeatableError } from "./server-errors.ts";

/** Advisory lock shared by all StackLoop servers. No other program uses this number. */
const LOCK = 0x534c6f71;

/** Statement that locks the schema while a server's connection is open. */
const LOCK_AS_SERVER = `select pg_advisory_lock_shared(${LOCK})`;

/** True if a server uses the database. If false, no server can start before the transaction ends. */
export async function isServed(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{
    isFree: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as "isFree"`.execute(db);
  return rows[0]?.isFree !== true;
}

/** Variables that the driver reads. It also searches the home folder for a password file. */
const DRIVER_VARIABLE = /^(?:PG[A-Z]+|HOME|USER|USERNAME|APPDATA)$/u;

/** Returns the environment variables that another thread needs to connect. */
const driverEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => DRIVER_VARIABLE.test(name)));

/** Returns a database for connection pools and server features. */
export const openWith = (pools: Pools, features: ServerFeatures, commits: Commits | null = null): Db =>
  new RepeatingKysely({ dialect: new Dialect(pools, createPostgresqlEngine(features), commits) });

interface OpenOptions {
  limits?: Limits;
  /** True if the tables must stay unchanged until it is closed. */
  isServing?: boolean;
}

/** Opens a migrated PostgreSQL database for one of any number of processes. */
export async function openServer(
  url: string,
  features: ServerFeatures,
  { limits = LIMITS, isServing = false }: OpenOptions = {},
): Promise<OpenDatabase> {
  const commits = new Commits();
  const sockets = new Sockets();
  const pools = openPools(url, limits, sockets);
  const line = new ChangeListener({
    commits,
    config: { ...connectionConfig(url), query_timeout: limits.replyMs, stream: sockets.create },
    onNoReply: sockets.destroy,
    begin: [LISTEN, ...(isServing ? [LOCK_AS_SERVER] : [])],
  });
  const db = openWith(pools, features, commits);
  try {
    await line.run();
  } catch (error) {
    await line.close();
    await db.destroy();
    throw error;
  }
  return {
    db,
    url,
    environment: driverEnvironment(),
    name: describeServer(url),
    folder: null,
    isShared: true,
    receivesNotifications: true,
    blocksThread: false,
    wasLeftOpen: false,
    otherWritesVersion: (tables) => commits.countNotifications(tables),
    catchUp: line,
    ownWritesVersion: (tables) => commits.ownVersion(tables),
    lastOwnCommit: () => commits.lastOwnCommit,
    onCommit: (tables, listen) => commits.onCommit(tables, listen),
    // The server manages its own pages and reports corruption as an ordinary error.
    onCorruption() {},
    log: null,
    findFileChange: () => null,
    withLongTimeout,
    createLimiter: (name, rule) => createLimiter(pools.normal, name, rule),
    async measureSize() {
      const { bytes } = await db
        .selectNoFrom(({ fn }) => fn<number>("pg_database_size", [fn("current_database", [])]).as("bytes"))
        .executeTakeFirstOrThrow();
      return { bytes, logBytes: 0 };
    },
    async close() {
      // An unreachable server would block the process until the statement timeout.
      const timeout = setTimeout(sockets.destroy, limits.replyMs);
      try {
        await line.close();
        await db.destroy();
      } finally {
        clearTimeout(timeout);
      }
    },
  };
}

/**
 * Opens a read-only connection for a thread. The database is already in use, so any error on opening is reported as
 * unreachable.
 */
export async function openServerForReading(url: string): Promise<Db> {
  try {
    return openWith(openSinglePool(url, hasLongTimeout()), await checkServer(url));
  } catch (error) {
    throw error instanceof DatabaseError
      ? new StorageError("unreachable", error.message, { cause: error })
      : error;
  }
}

/** Reads a snapshot of the committed data through its own connection. */
export async function readServerDatabase<Result>(
  url: string,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = await openServerForReading(url);
  try {
    return await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(read);
  } finally {
    await db.destroy();
  }
}

/** Creates a limiter that counts in the table `rate_limits`, shared by all processes. */
export function createLimiter(pool: Pool, name: string, rule: LimitRule): Limiter {
  const limiter = new RateLimiterPostgres({
    ...rule,
    keyPrefix: name,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: true,
  });
  return {
    consume: (key, points) => withPoolErrors(pool, limiter.consume(key, points)),
    reward: (key, points) => withPoolErrors(pool, limiter.reward(key, points)),
    get: (key) => withPoolErrors(pool, limiter.get(key)),
  };
}

async function withPoolErrors<Result>(pool: Pool, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw toPoolError(pool, error);
  }
}

/**
 * Maximum wait before the first repetition is twice this value, to let other processes finish. It doubles with each
 * repetition.
 */
const REPETITION_WAIT_MS = 20;

/**
 * Database with serializable transactions. Repeats a transaction after a conflict, at most three times. Callbacks must
 * have no effects outside the database.
 */
class RepeatingKysely extends Kysely<Schema> {
  /** Runs repetitions in sequence, so that they don't conflict again. */
  readonly #queue = new SerialQueue();
  /** Separate queue for jobs, so that requests don't wait for their repetitions. */
  readonly #longQueue = new SerialQueue();

  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction().setIsolationLevel("serializable");
    const execute = builder.execute.bind(builder);
    builder.execute = <Result>(callback: (transaction: Transaction<Schema>) => Promise<Result>) =>
      repeatOnConflict(hasLongTimeout() ? this.#longQueue : this.#queue, () => execute(callback));
    return builder;
  }
}

async function repeatOnConflict<Result>(queue: SerialQueue, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RepeatableError)) throw error;
  }
  const releaseQueue = await queue.take();
  try {
    return await repeat(work);
  } finally {
    releaseQueue();
  }
}

async function repeat<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let repetition = 1; ; repetition += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RepeatableError) || repetition >= error.repetitions) throw error;
    }
    await pause(Math.random() * REPETITION_WAIT_MS * 2 ** repetition);
  }
}
