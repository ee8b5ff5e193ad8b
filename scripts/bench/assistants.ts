import type { BenchRun } from "./bench-run.ts";
import { cpuMs, type Server } from "./processes.ts";
import { JSON_BODY, signIn, startProduct } from "./product.ts";

const PROMPTS = 500;
const WARM_UP = 200;
const CALLS = 500;

const REVISION = "2026-07-28";
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Message {
  what: string;
  method: string;
  params?: { name?: string; arguments?: Record<string, unknown> };
  /** What it is called for takes longer than to call: there is no goal. */
  hasOwnWork?: true;
}

const MESSAGES: readonly Message[] = [
  { what: "tools/list", method: "tools/list" },
  { what: "prompts/list, a page of 100", method: "prompts/list" },
  { what: "prompts/get", method: "prompts/get", params: { name: "prompt-7", arguments: { topic: "x" } } },
  {
    what: "tools/call of get_prompt",
    method: "tools/call",
    params: { name: "get_prompt", arguments: { name: "prompt-7", values: { topic: "x" } } },
  },
  {
    what: "tools/call of search",
    method: "tools/call",
    params: { name: "search", arguments: { query: "prompt-7 topic" } },
    hasOwnWork: true,
  },
  {
    what: "tools/call of whats_new, over 500 events",
    method: "tools/call",
    params: { name: "whats_new", arguments: { since: "2026-01-01T00:00:00Z" } },
    hasOwnWork: true,
  },
];

/** How much processor time one call of an assistant takes, in both eras of the protocol, in a library of 500 prompts. */
export async function assistants({ report, file }: BenchRun): Promise<void> {
  const ours = await startProduct(file("assistants.db"));
  const person = await signIn(ours, "ada");
  for (let index = 0; index < PROMPTS; index += 1) {
    await person.call("POST", "/api/prompts", {
      name: `Prompt ${index}`,
      purpose: "What it is good for",
      prompt: `Write about {{topic}} in {{tone:plain}} words. ${"A sentence of the prompt. ".repeat(50)}`,
    });
  }
  const made = await person.call("POST", "/api/tokens", { name: "Bench" });
  const token = typeof made === "object" && made !== null && "token" in made ? String(made.token) : "";
  for (const isModern of [true, false]) {
    for (const message of MESSAGES) {
      await send(ours, token, message, { isModern, times: WARM_UP });
      const before = cpuMs(ours.pid);
      await send(ours, token, message, { isModern, times: CALLS });
      report.value(
        `${message.what}, ${isModern ? REVISION : "2025"}: processor time a call`,
        (cpuMs(ours.pid) - before) / CALLS,
        "ms",
        message.hasOwnWork ? {} : { atMost: 3 },
      );
    }
  }
  await ours.stop();
}

async function send(
  { origin }: Server,
  token: string,
  { method, params }: Message,
  { isModern, times }: { isModern: boolean; times: number },
): Promise<void> {
  const headers = {
    ...JSON_BODY,
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`,
    ...(isModern && {
      "mcp-protocol-version": REVISION,
      "mcp-method": method,
      ...(params?.name !== undefined && { "mcp-name": params.name }),
    }),
  };
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method,
    params: { ...params, ...(isModern && { _meta: ENVELOPE }) },
  });
  for (let call = 0; call < times; call += 1) {
    const reply = await fetch(`${origin}/mcp`, { method: "POST", headers, body });
    const text = await reply.text();
    if (!reply.ok || text.includes('"error"') || text.includes('"isError":true'))
      throw new Error(`${method} was refused: ${text.slice(0, 300)}`);
  }
}
