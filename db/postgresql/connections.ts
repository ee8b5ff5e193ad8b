import { Client, type ClientConfig, Pool, type PoolConfig, types } from "pg";

import { DatabaseError } from "../errors.ts";
import type { Pools } from "./dialect.ts";

/** How long a request waits for a connection, whether none is free or the server does not answer. */
const WAIT_MS = 5000;
const USUAL_STATEMENT_MS = 30_000;
const PATIENT_STATEMENT_MS = 5 * 60_000;
/** For so long a transaction may be at something else than the database. */
const IDLE_TRANSACTION_MS = 2 * 60_000;
/** A client that waits longer than the server works has lost it. */
const BEYOND_MS = 5000;

/** The most connections of one process, besides the one that hears of changes. */
const USUAL_CONNECTIONS = 10;
const PATIENT_CONNECTIONS = 4;

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
export const connectionConfig = (url: string, statementMs = USUAL_STATEMENT_MS): ClientConfig => ({
  connectionString: withCheckedTls(url),
  application_name: "stackloop",
  types: parsers,
  keepAlive: true,
  connectionTimeoutMillis: WAIT_MS,
  statement_timeout: statementMs,
  query_timeout: statementMs + BEYOND_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
});

const poolOf = (url: string, statementMs: number, most: PoolConfig): Pool => {
  const pool = new Pool({ ...connectionConfig(url, statementMs), ...most });
  // A connection that breaks leaves the pool by itself, and the next query gets a new one; so does one that breaks
  // while it is in use, whose query fails besides.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
};

export const openPools = (url: string): Pools => ({
  usual: poolOf(url, USUAL_STATEMENT_MS, { max: USUAL_CONNECTIONS }),
  patient: poolOf(url, PATIENT_STATEMENT_MS, { max: PATIENT_CONNECTIONS }),
});

/** One connection, for what does one thing after the other; `isPatient` lets its statements take minutes. */
export function openSinglePool(url: string, isPatient = false): Pools {
  const pool = poolOf(url, isPatient ? PATIENT_STATEMENT_MS : USUAL_STATEMENT_MS, { max: 1 });
  return { usual: pool, patient: pool };
}

/** One connection to be made, for a look at a server: who waits for its answer, waits no longer than for a connection. */
export function createClient(url: string): Client {
  try {
    return new Client({ ...connectionConfig(url), query_timeout: WAIT_MS });
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
