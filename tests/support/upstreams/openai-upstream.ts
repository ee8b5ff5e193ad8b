import { z } from "zod";

import { json, notFoundReply, type StubReply, type StubServer, stubServer } from "./stub-server.ts";

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.unknown().optional(),
});
export type ChatRequest = z.infer<typeof requestSchema>;

/** A server of OpenAI's chat API. */
export async function openAiUpstream(
  reply: (request: ChatRequest) => string,
): Promise<StubServer & { apiUrl: string }> {
  const server = await stubServer(({ method, url, body }) => {
    if (method !== "POST" || url.pathname !== "/v1/chat/completions") return notFoundReply;
    return chatReply(reply(requestSchema.parse(JSON.parse(body))));
  });
  return Object.assign(server, { apiUrl: `${server.origin}/v1` });
}

export const chatReply = (content: string, finishReason = "stop"): StubReply =>
  json({
    id: "chatcmpl-stub",
    object: "chat.completion",
    model: "stub-model-2026",
    choices: [{ index: 0, finish_reason: finishReason, message: { role: "assistant", content } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
