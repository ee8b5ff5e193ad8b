import { z } from "zod";

import { json, notFoundReply, type StubReply, type StubServer, stubServer } from "./stub-server.ts";

export interface SearchResult {
  id: number;
  url: string;
  title: string;
  date?: string;
}

/** The model's answer, and its search results. */
export interface ModelAnswer {
  text: string;
  results?: SearchResult[];
}

const requestSchema = z.object({
  input: z.string(),
  instructions: z.string().optional(),
  model: z.string().optional(),
  preset: z.string().optional(),
  response_format: z.unknown().optional(),
});
export type AgentRequest = z.infer<typeof requestSchema>;

/** Perplexity's Agent API. A wrong key gets 401, the ended chat API 403. */
export async function perplexityUpstream(
  key: string,
  reply: (request: AgentRequest) => ModelAnswer,
): Promise<StubServer> {
  return stubServer(({ method, url, headers, body }) => {
    if (url.pathname === "/chat/completions") return retiredReply;
    if (method !== "POST" || !["/v1/agent", "/v1/responses"].includes(url.pathname)) return notFoundReply;
    if (headers["authorization"] !== `Bearer ${key}`)
      return errorReply(401, "invalid_api_key", "Invalid API key");
    const request = requestSchema.safeParse(JSON.parse(body));
    if (!request.success || (!request.data.model && !request.data.preset)) {
      return errorReply(400, "invalid_request", "model or preset is required");
    }
    return agentReply(reply(request.data));
  });
}

export const errorReply = (status: number, type: string, message: string): StubReply =>
  json({ error: { message, type, code: status } }, status);

/** The reply of the discontinued chat API to a valid key. */
export const retiredReply: StubReply = errorReply(
  403,
  "agent_api_migration_required",
  "Sonar is now the Agent API. Use /v1/responses.",
);

/** A reply of the Agent API; a failed run has status 200 too. */
export const agentReply = ({ text, results }: ModelAnswer, status = "completed"): StubReply =>
  json({
    id: "resp_stub",
    object: "response",
    status,
    model: "openai/stub-model",
    error: status === "failed" ? { message: "The run failed", code: "server_error" } : null,
    output: [
      ...(results ? [{ type: "search_results", queries: ["stub"], results }] : []),
      {
        type: "message",
        id: "msg_stub",
        role: "assistant",
        status,
        content: [{ type: "output_text", text, annotations: [] }],
      },
    ],
    usage: { input_tokens: 1, output_tokens: 1, cost: { currency: "USD", total_cost: 0.001 } },
  });
