import { randomUUID } from "node:crypto";

import type { Client } from "pg";

import { createClient } from "./connections.ts";

/** Separate channel, because a pooler may pass the listening session to any program. */
const CHANNEL = "stackloop_check";
const LISTENS = `select '${CHANNEL}' in (select pg_listening_channels()) as listens`;

/** Advice for when `hearsOtherProcesses` returns false, as the start of a sentence. */
export const POOLER_ADVICE =
  "a connection pooler in front of the database drops LISTEN; set DATABASE_URL to the address of the server itself, or use session pooling (see docs/scale.md)";

/**
 * True if one connection is notified of another's commits. A transaction pooler can't be detected otherwise: it
 * accepts LISTEN and passes the session to the next program.
 */
export async function hearsOtherProcesses(url: string): Promise<boolean> {
  const [listener, sender] = [createClient(url), createClient(url)];
  const token = randomUUID();
  let isHeard = false;
  for (const client of [listener, sender]) client.on("error", () => {});
  listener.on("notification", ({ payload }) => {
    isHeard ||= payload === token;
  });
  try {
    await Promise.all([listener.connect(), sender.connect()]);
    await listener.query(`listen ${CHANNEL}`);
    // Within a transaction, the sender stays on the session that the pooler assigned.
    await sender.query("begin");
    const senderListens = await listens(sender);
    await sender.query("select pg_notify($1, $2)", [CHANNEL, token]);
    const listenerListens = await listens(listener);
    await sender.query("commit");
    // Notifications of earlier commits arrive with this reply at the latest.
    await listener.query(`unlisten ${CHANNEL}`);
    return listenerListens && !senderListens && isHeard;
  } finally {
    await Promise.all([listener, sender].map((client) => client.end().catch(() => {})));
  }
}

async function listens(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ listens: boolean }>(LISTENS);
  return rows[0]?.listens ?? false;
}
