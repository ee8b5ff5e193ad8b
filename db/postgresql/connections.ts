import { Socket } from "node:net";

import { Client, type ClientConfig, Pool, types } from "pg";

import { DatabaseError } from "../errors.ts";
import type { Pools } from "./dialect.ts";

/** What bounds the connections of a process; times in milliseconds. */
export interface Limits {
  /** How long a request waits for a connection, whether none is free or the server does not answer. */
  waitMs: number;
  /** How long a statement may take, and one of a job. */
  usualStatementMs: number;
  patientStatementMs: number;
  /** A client that waits so much longer than the server works has lost it. */
  beyondMs: number;
  /** A server that leaves the smallest query unanswered for so long is out of reach. */
  replyMs: number;
  /** The most connections, besides the one that hears of changes, and the most for jobs. */
  usualConnections: number;
  patientConnections: number;
}

export const LIMITS: Limits = {
  waitMs: 5000,
  usualStatementMs: 30_000,
  patientStatementMs: 5 * 60_000,
  beyondMs: 5000,
  replyMs: 5000,
  usualConnections: 10,
  patientConnections: 4,
};

/** For so long a transaction may be at something else than the database. */
const IDLE_TRANSACTION_MS = 2 * 60_000;

/** So often a server looks whether a client is still there that waits for a statement: a thread may have been ended. */
const CHECK_MS = 2000;

const INT8 = 20;
const NUMERIC = 1700;

/** Whole numbers up to those that JavaScript holds exactly; sums of them arrive as numeric. */
const parsers: ClientConfig["types"] = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    return oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format);
  },
};

/** Whatever mode asks for TLS has the certificate checked: the driver does that by itself, after a warning of many lines. */
const withCheckedTls = (url: string): string =>
  /[?&]uselibpqcompat=/u.test(url)
    ? url
    : url.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/u, "verify-full");

/** How one connection is made, and how long its statements may take, in milliseconds. */
export const connectionConfig = (
  url: string,
  statementMs = LIMITS.usualStatementMs,
  { waitMs, beyondMs } = LIMITS,
): ClientConfig => ({
  connectionString: withCheckedTls(url),
  application_name: "stackloop",
  types: parsers,
  keepAlive: true,
  connectionTimeoutMillis: waitMs,
  statement_timeout: statementMs,
  query_timeout: statementMs + beyondMs,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
});

/** The sockets of connections, which can all be given up at once: what waits for a reply on one fails then. */
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

function poolOf(url: string, statementMs: number, max: number, limits = LIMITS, sockets = new Sockets()) {
  const pool = new Pool({ ...connectionConfig(url, statementMs, limits), max, stream: sockets.create });
  // A connection that breaks leaves the pool by itself, and the next query gets a new one; so does one that breaks
  // while it is in use, whose query fails besides.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    // A server that can't, as on Windows, does without.
    void client.query(`set client_connection_check_interval = ${CHECK_MS}`).catch(() => {});
  });
  return pool;
}

export const openPools = (url: string, limits: Limits, sockets?: Sockets): Pools => ({
  usual: poolOf(url, limits.usualStatementMs, limits.usualConnections, limits, sockets),
  patient: poolOf(url, limits.patientStatementMs, limits.patientConnections, limits, sockets),
});

/** One connection, for what does one thing after the other; `isPatient` lets its statements take minutes. */
export function openSinglePool(url: string, isPatient = false): Pools {
  const pool = poolOf(url, isPatient ? LIMITS.patientStatementMs : LIMITS.usualStatementMs, 1);
  return { usual: pool, patient: pool };
}

/** One connection to be made, for a look at a server: who waits for its answer, waits no longer than for a connection. */
export function createClient(url: string): Client {
  try {
    return new Client({ ...connectionConfig(url), query_timeout: LIMITS.waitMs });
  } catch (error) {
    // The address itself is not shown: it has the password in it.
    throw error instanceof Error && "path" in error
      ? new DatabaseError(`${error.message}; check the files that the address of the database names`)
      : new DatabaseError(
          "can't read the address of the database (DATABASE_URL); write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with @ : / ? # and % in a password as %40 %3A %2F %3F %23 and %25",
        );
  }
}

/** What operators know a database by: the server and the name, without the password. */
export function nameOf(url: string): string {
  const { host, port, database = "" } = createClient(url);
  return `${host}:${port}/${database}`;
}
