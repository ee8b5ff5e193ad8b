import { Socket } from "node:net";

import { Client, type ClientConfig, Pool, types } from "pg";

import { DatabaseError } from "../errors.ts";
import type { Pools } from "./dialect.ts";

/** Limits of a process's connections. Times are in milliseconds. */
export interface Limits {
  /** Maximum wait for a connection, whether the pool is full or the server doesn't answer. */
  waitMs: number;
  /** Maximum duration of a normal statement and of a job's statement. */
  normalStatementMs: number;
  longStatementMs: number;
  /** Extra wait of the client after the server's timeout, before the connection counts as lost. */
  graceMs: number;
  /** Maximum wait for the smallest query, before the server counts as unreachable. */
  replyMs: number;
  /** Maximum number of normal connections, without the one for notifications, and of connections for jobs. */
  normalConnections: number;
  longConnections: number;
}

export const LIMITS: Limits = {
  waitMs: 5000,
  normalStatementMs: 30_000,
  longStatementMs: 5 * 60_000,
  graceMs: 5000,
  replyMs: 5000,
  normalConnections: 10,
  longConnections: 4,
};

/** Maximum time that a transaction may spend outside the database. */
const IDLE_TRANSACTION_MS = 2 * 60_000;

/** Interval at which the server checks that a waiting client still exists. A thread may have ended. */
const CLIENT_CHECK_MS = 2000;

const INT8 = 20;
const NUMERIC = 1700;

/** Parses integers in JavaScript's safe range. Their sums arrive as numeric. */
const parsers: ClientConfig["types"] = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    return oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format);
  },
};

/** Checks the certificate in every TLS mode. The driver does the same, but after a long warning. */
const withCheckedTls = (url: string): string =>
  /[?&]uselibpqcompat=/u.test(url)
    ? url
    : url.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/u, "verify-full");

/** Returns the settings of one connection. Statement timeouts are in milliseconds. */
export const connectionConfig = (
  url: string,
  statementMs = LIMITS.normalStatementMs,
  { waitMs, graceMs } = LIMITS,
): ClientConfig => ({
  connectionString: withCheckedTls(url),
  application_name: "stackloop",
  types: parsers,
  keepAlive: true,
  connectionTimeoutMillis: waitMs,
  statement_timeout: statementMs,
  query_timeout: statementMs + graceMs,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
});

/** Sockets of connections, which can all be closed at once. Pending replies then fail. */
export class Sockets {
  readonly #open = new Set<Socket>();

  readonly create = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    return socket.once("close", () => this.#open.delete(socket));
  };

  readonly destroy = (): void => {
    for (const socket of this.#open) socket.destroy();
  };
}

function createPool(url: string, statementMs: number, max: number, limits = LIMITS, sockets = new Sockets()) {
  const pool = new Pool({ ...connectionConfig(url, statementMs, limits), max, stream: sockets.create });
  // A broken connection leaves the pool, and the next query gets a new one. A query in progress fails by itself.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    // Some servers, as on Windows, don't support it.
    void client.query(`set client_connection_check_interval = ${CLIENT_CHECK_MS}`).catch(() => {});
  });
  return pool;
}

export const openPools = (url: string, limits: Limits, sockets?: Sockets): Pools => ({
  normal: createPool(url, limits.normalStatementMs, limits.normalConnections, limits, sockets),
  long: createPool(url, limits.longStatementMs, limits.longConnections, limits, sockets),
});

/** Opens a single connection for sequential work. `mayTakeMinutes` allows statements to take minutes. */
export function openSinglePool(url: string, mayTakeMinutes = false): Pools {
  const pool = createPool(url, mayTakeMinutes ? LIMITS.longStatementMs : LIMITS.normalStatementMs, 1);
  return { normal: pool, long: pool };
}

/** Creates a client for checking a server. A reply may take no longer than a connection attempt. */
export function createClient(url: string): Client {
  try {
    return new Client({ ...connectionConfig(url), query_timeout: LIMITS.waitMs });
  } catch (error) {
    // Don't show the URL: it contains the password.
    throw error instanceof Error && "path" in error
      ? new DatabaseError(`${error.message}; check the files in the address of the database`)
      : new DatabaseError(
          "can't read the address of the database (DATABASE_URL); write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with @ : / ? # and % in a password as %40 %3A %2F %3F %23 and %25",
        );
  }
}

/** Returns the name shown to operators: the server and the database, without the password. */
export function describeServer(url: string): string {
  const { host, port, database = "" } = createClient(url);
  return `${host}:${port}/${database}`;
}
