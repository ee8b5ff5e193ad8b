import { z } from "zod";

/** Parts of a message that determine the features needed for its answer. */
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

/** Request in a message; null if unclear, as in a batch. */
export interface Asked {
  method: string;
  /** Name of the requested tool or prompt. */
  name: string | null;
  /** Self-declared name of the calling program. */
  client: string | null;
}

/** Parses a message's request without validating it. */
export function readAsked(body: unknown): Asked | null {
  const message = messageSchema.safeParse(body);
  if (!message.success) return null;
  const { method, params = {} } = message.data;
  // Sent with the connection before the revision of 2026-07-28, and since then with each request.
  const client = params._meta?.["io.modelcontextprotocol/clientInfo"] ?? params.clientInfo;
  return { method, name: params.name ?? null, client: readClientName(client) };
}

const clientSchema = z.object({ name: z.string(), title: z.string().optional().catch(undefined) });
const MAX_CLIENT_NAME_LENGTH = 100;

/** Returns a name such as "Claude Code". */
function readClientName(client: unknown): string | null {
  const read = clientSchema.safeParse(client);
  if (!read.success) return null;
  const name = (read.data.title ?? read.data.name).replaceAll(/[\s\p{C}]+/gu, " ").trim();
  return name === "" ? null : name.slice(0, MAX_CLIENT_NAME_LENGTH);
}
