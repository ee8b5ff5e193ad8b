import { Client } from "pg";

import { DatabaseError } from "../errors.ts";
import { connectionConfig, nameOf } from "./connections.ts";
import type { ServerFeatures } from "./prepare-indexes.ts";

const OLDEST_VERSION = 15;

/** What a server is and what the product may do there. */
export interface ServerFacts extends ServerFeatures {
  version: string;
  mayCreateTables: boolean;
  /** Where the tables are. */
  schema: string | null;
}

/** Looks at a server before the product uses it; refuses one that it can't use with a line that says what to do. */
export async function checkServer(url: string): Promise<ServerFacts> {
  const client = new Client(connectionConfig(url));
  // An error while it is idle ends the next query too, which tells.
  client.on("error", () => {});
  try {
    await client.connect();
    const facts = await readFacts(client);
    if (Number.parseInt(facts.version, 10) < OLDEST_VERSION)
      throw new DatabaseError(
        `${nameOf(url)} runs PostgreSQL ${facts.version}; StackLoop needs ${OLDEST_VERSION} or newer`,
      );
    return facts;
  } catch (error) {
    throw error instanceof DatabaseError ? error : refusal(url, error);
  } finally {
    await client.end().catch(() => {});
  }
}

async function readFacts(client: Client): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(`select
    current_setting('server_version') as version,
    exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
    exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
    current_schema() as schema`);
  const [facts] = rows;
  if (!facts) throw new DatabaseError("the database server doesn't answer as PostgreSQL does");
  return facts;
}

const ADVICE: Readonly<Record<string, string>> = {
  "28P01": "check the user name and the password in DATABASE_URL",
  "28000": "check the user name in DATABASE_URL, and who may connect from here (pg_hba.conf)",
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

function refusal(url: string, error: unknown): DatabaseError {
  const reason = oneLine(error);
  return new DatabaseError(`can't connect to ${nameOf(url)} (${reason}); ${adviceFor(error, reason)}`, {
    cause: error,
  });
}

function adviceFor(error: unknown, reason: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const advice = ADVICE[code];
  if (advice !== undefined) return advice;
  if (/SSL|TLS|certificate|self.signed/iu.test(reason))
    return "check sslmode in DATABASE_URL, and the certificate of the server";
  return "check DATABASE_URL, and that the server is running";
}

/** Several addresses of one host fail with several errors. */
function oneLine(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.split("\n", 1)[0] ?? "";
}
