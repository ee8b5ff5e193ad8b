import { z } from "zod";

/** What of a message decides what has to be at hand to answer it. */
const messageSchema = z.object({
  method: z.string(),
  params: z
    .object({
      name: z.string().optional().catch(undefined),
      clientInfo: z.unknown(),
      _meta: z.record(z.string(), z.unknown()).optional().catch(undefined),
    })
    .partial()
    .optional()
    .catch(undefined),
});

/** What a request asks for; null where that isn't plain, as in a batch of messages. */
export interface Asked {
  method: string;
  /** The name of what is called. */
  name: string | null;
  /** The program that asks, as it calls itself. */
  client: string | null;
}

/** Reads what a message asks for; whether it is right is judged elsewhere. */
export function readAsked(body: unknown): Asked | null {
  const message = messageSchema.safeParse(body);
  if (!message.success) return null;
  const { method, params = {} } = message.data;
  // With the connection before the revision of 2026-07-28, since then with each request.
  const client = params._meta?.["io.modelcontextprotocol/clientInfo"] ?? params.clientInfo;
  return { method, name: params.name ?? null, client: readClientName(client) };
}

const clientSchema = z.object({ name: z.string(), title: z.string().optional().catch(undefined) });
const MAX_CLIENT_NAME_LENGTH = 100;

/** "Claude Code" */
function readClientName(client: unknown): string | null {
  const read = clientSchema.safeParse(client);
  if (!read.success) return null;
  const name = (read.data.title ?? read.data.name).replaceAll(/[\s\p{C}]+/gu, " ").trim();
  return name === "" ? null : name.slice(0, MAX_CLIENT_NAME_LENGTH);
}
