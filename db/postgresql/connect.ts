import { randomUUID } from "node:crypto";

import type { Client } from "pg";

import { DatabaseError, UnreachableDatabaseError } from "../errors.ts";
import { createClient, describeServer } from "./connections.ts";
import { FEATURES, type ServerFeatures } from "./search/prepare-indexes.ts";

const MIN_VERSION = 15;

/** Features of a server and the product's permissions there. */
export interface ServerFacts extends ServerFeatures {
  version: string;
  mayCreateTables: boolean;
  /** True if the server is read-only, for everyone or for this user. */
  isReadOnly: boolean;
  /** Schema that contains the tables. */
  schema: string | null;
  /** Owner of product tables that this user may not change. */
  otherOwner: string | null;
}

/** Checks a server before the product uses it. Throws an error that says what to do if it is unsuitable. */
export async function checkServer(url: string): Promise<ServerFacts> {
  const client = createClient(url);
  // An error while idle also fails the next query, which reports it.
  client.on("error", () => {});
  try {
    await client.connect();
    const version = await readVersion(client);
    // First check, because an older server may not understand the next queries.
    if (!(Number.parseInt(version, 10) >= MIN_VERSION))
      throw new DatabaseError(
        `${describeServer(url)} runs PostgreSQL ${version}; StackLoop needs ${MIN_VERSION} or newer, so update the server or choose another`,
      );
    return { version, ...(await readFacts(client)) };
  } catch (error) {
    throw error instanceof DatabaseError ? error : connectionError(url, error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function readVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  return rows[0]?.server_version ?? "";
}

async function readFacts(client: Client): Promise<Omit<ServerFacts, "version">> {
  const { rows } = await client.query<Omit<ServerFacts, "version">>(`select ${FEATURES},
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
    current_setting('transaction_read_only') = 'on' as "isReadOnly",
    quote_ident(current_schema()) as schema,
    (select pg_get_userbyid(relowner) from pg_class
      where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind = 'r'
        and to_regclass('stackloop_schema') is not null and not pg_has_role(relowner, 'usage')
      limit 1) as "otherOwner"`);
  const [facts] = rows;
  if (!facts) throw new DatabaseError("the database server doesn't answer as PostgreSQL does");
  return facts;
}

const ADVICE: Readonly<Record<string, string>> = {
  "28P01": "check the username and the password in DATABASE_URL",
  "28000": "check the username in DATABASE_URL, and who may connect from here (pg_hba.conf)",
  "3D000": "create the database first: createdb --owner=USER NAME",
  "42501": "give the user the right to connect: grant connect on database NAME to USER",
  "53300": "raise max_connections of the server, or stop a program that uses it",
  "57P03": "the server is starting or stopping; try again in a moment",
  ECONNREFUSED: "start the server, or check host and port in DATABASE_URL",
  ENOTFOUND: "check the host in DATABASE_URL",
  EAI_AGAIN: "check the host in DATABASE_URL, and the network",
  ENOENT: "check the folder of the socket in DATABASE_URL",
  EHOSTUNREACH: "check the host in DATABASE_URL, and the network",
  ETIMEDOUT: "check the host in DATABASE_URL, and the firewall",
};

function connectionError(url: string, error: unknown): DatabaseError {
  const reason = firstLineOf(error);
  return new UnreachableDatabaseError(
    `can't connect to ${describeServer(url)} (${reason}); ${adviceFor(error, reason)}`,
    {
      cause: error,
    },
  );
}

function adviceFor(error: unknown, reason: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const advice = ADVICE[code];
  if (advice !== undefined) return advice;
  if (/does not support SSL/u.test(reason))
    return "turn on TLS on the server, or remove sslmode from DATABASE_URL";
  if (/SSL|TLS|certificate|self.signed|altname/iu.test(reason))
    return "check the certificate of the server, and name its authority in DATABASE_URL: sslmode=verify-full&sslrootcert=FILE";
  // PgBouncer names the first unknown parameter, such as statement_timeout.
  if (/unsupported startup parameter/iu.test(reason))
    return "a connection pooler (PgBouncer) answers there: set DATABASE_URL to the address of the database server itself, or see docs/scale.md";
  if (/timeout/u.test(reason))
    return "no server responds: check host and port in DATABASE_URL, the firewall, and that the server is running";
  return "check DATABASE_URL, and that the server is running";
}

/** Returns the first line of an error. Uses the first error of a host with several addresses. */
function firstLineOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.split("\n", 1)[0] ?? "";
}

/** Separate channel, because a pooler may pass the listening session to any program. */
const CHANNEL = "stackloop_check";
const IS_LISTENING = `select '${CHANNEL}' in (select pg_listening_channels()) as listens`;

/** Advice for when `receivesNotifications` returns false, as the start of a sentence. */
export const POOLER_ADVICE =
  "a connection pooler in front of the database drops LISTEN; set DATABASE_URL to the address of the server itself, or use session pooling (see docs/scale.md)";

/**
 * True if one connection is notified of another's commits. A transaction pooler can't be detected otherwise: it
 * accepts LISTEN and passes the session to the next program.
 */
export async function receivesNotifications(url: string): Promise<boolean> {
  const [listener, sender] = [createClient(url), createClient(url)];
  const token = randomUUID();
  let isReceived = false;
  for (const client of [listener, sender]) client.on("error", () => {});
  listener.on("notification", ({ payload }) => {
    isReceived ||= payload === token;
  });
  try {
    await Promise.all([listener.connect(), sender.connect()]);
    await listener.query(`listen ${CHANNEL}`);
    // Within a transaction, the sender stays on the session that the pooler assigned.
    await sender.query("begin");
    const isSenderListening = await isListening(sender);
    await sender.query("select pg_notify($1, $2)", [CHANNEL, token]);
    const isListenerListening = await isListening(listener);
    await sender.query("commit");
    // Notifications of earlier commits arrive with this reply at the latest.
    await listener.query(`unlisten ${CHANNEL}`);
    return isListenerListening && !isSenderListening && isReceived;
  } finally {
    await Promise.all([listener, sender].map((client) => client.end().catch(() => {})));
  }
}

async function isListening(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ listens: boolean }>(IS_LISTENING);
  return rows[0]?.listens ?? false;
}
