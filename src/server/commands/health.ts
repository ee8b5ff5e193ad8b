import { z } from "zod";

import type { Config } from "#server/config/config.ts";

import { CommandError, defineCommand } from "./terminal/command.ts";

const PATIENCE_MS = 5000;

/** Reply of `/readyz`; see `http/health.ts`. */
const replySchema = z.object({ status: z.string(), reason: z.string().optional() });

/** Allows health checks by containers and monitors without another program. */
export const health = defineCommand({
  name: "health",
  summary: "Check whether the running server is ready",
  details: ["Requests /readyz from the server at HOST and PORT."],
  json: "ready (true or false), reason (null if ready)",
  exits: { 0: "ready", 1: "not ready; standard error says why" },
  example: "health",
  async run(_given, { config, report }) {
    const reason = await findProblem(addressOf(config));
    report({ ready: reason === null, reason }, reason === null ? ["ready"] : []);
    if (reason !== null) throw new CommandError(reason);
  },
});

/** Returns the URL of a server with this configuration on its own machine. */
function addressOf({ host, port }: Pick<Config, "host" | "port">): string {
  const everywhere = new Map([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "::1"],
  ]);
  const name = everywhere.get(host) ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function findProblem(address: string): Promise<string | null> {
  try {
    const reply = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { status, reason } = replySchema.parse(await reply.json());
    return reply.ok ? null : (reason ?? status);
  } catch (error) {
    const isSlow = error instanceof Error && error.name === "TimeoutError";
    return isSlow
      ? `StackLoop did not reply in time at ${address}; check its log`
      : `no StackLoop responds at ${address}; start it, or set HOST and PORT to its address`;
  }
}
