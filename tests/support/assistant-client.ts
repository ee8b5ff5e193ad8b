import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";

import { createToken } from "#server/features/users/tokens.service.ts";
import type { TokenScope } from "#shared/accounts/token-scopes.ts";
import { newTokenSchema } from "#shared/accounts/tokens.ts";

import type { Person } from "./people.ts";
import type { TestApp } from "./test-app.ts";

/** The eras of the protocol: with and without an initial connection. */
export const ERAS = ["2025", "2026-07-28"] as const;
export type Era = (typeof ERAS)[number];

/** A token of a person's. */
export const tokenOf = (app: TestApp, { user }: Person, scope: TokenScope = "read") =>
  createToken(app, user, newTokenSchema.parse({ name: "Assistant", scope }));

/** The official library's client, connected like an assistant in one of the eras. */
export async function assistantClient(
  origin: string,
  token: string,
  era: Era = "2026-07-28",
): Promise<Client> {
  const client = new Client(
    { name: "claude-code", title: "Claude Code", version: "1.0.0" },
    { versionNegotiation: { mode: era === "2025" ? "legacy" : { pin: era } } },
  );
  onTestFinished(() => client.close());
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  return client;
}
