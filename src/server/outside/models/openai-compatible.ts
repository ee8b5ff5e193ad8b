import { z } from "zod";

import type { HttpClient } from "#server/outside/http/http-client.ts";

import { type AnswerEngine, AnswerError, type Question, callProvider } from "./answer-engine.ts";

/** Removes the model's reasoning from an answer. Some servers omit its opening tag. */
export function withoutReasoning(text: string): string {
  const end = text.lastIndexOf("</think>");
  const visible = end === -1 ? text : text.slice(end + "</think>".length);
  if (visible.includes("<think>"))
    throw new AnswerError("unusable", "the answer stops in the model's reasoning");
  return visible.trim();
}

/** Parses the JSON of an answer, even if the model wrapped it in words or in a fence. */
export function parseAnswerJson(text: string): unknown {
  const [begin, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  try {
    return JSON.parse(text.slice(begin, end + 1));
  } catch {
    throw new AnswerError("unusable", "the answer doesn't match the requested JSON");
  }
}

/** Removes citations such as [7], which refer to a separate list of sources. */
export const withoutCitations = (text: string): string =>
  text.replaceAll(/(?<=[\p{L}\p{N}.!?;)*%'’”])(?:\[\d{1,2}\])+/gu, "");

const partSchema = z.object({ type: z.string(), text: z.string().nullish() });
const answerSchema = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.union([z.string(), z.array(partSchema)]).nullish() }),
      }),
    )
    .min(1),
});

interface OpenAiCompatibleOptions {
  http: HttpClient;
  /** Base address, such as http://localhost:11434/v1. */
  url: string;
  /** Null for a server that needs none. */
  key: string | null;
  model: string;
}

/** Client for any server with OpenAI's chat API: OpenAI itself, Ollama, vLLM and others. None of them searches. */
export function createOpenAiCompatible({ http, url, key, model }: OpenAiCompatibleOptions): AnswerEngine {
  const provider = new URL(url).host;
  // Detected with the first question. Servers that reject schemas receive them as text instead.
  let acceptsSchemas = true;

  const complete = (question: Question) =>
    callProvider(http, {
      url: `${url.replace(/\/$/u, "")}/chat/completions`,
      key,
      body: createBody(question, model, acceptsSchemas),
      signal: question.signal,
    });

  async function completeWithFallback(question: Question): Promise<unknown> {
    if (!question.schema || !acceptsSchemas) return complete(question);
    try {
      return await complete(question);
    } catch (error) {
      if (!(error instanceof AnswerError) || !isSchemaError(error)) throw error;
      acceptsSchemas = false;
      return complete(question);
    }
  }

  return {
    provider,
    canSearch: false,
    async ask(question) {
      const { text, model: answeringModel } = readChatAnswer(await completeWithFallback(question));
      const json = question.schema && { json: parseAnswerJson(text) };
      return { text, ...json, sources: [], model: answeringModel ?? model, provider };
    },
  };
}

function createBody(
  { instructions, input, schema, maxTokens }: Question,
  model: string,
  acceptsSchemas: boolean,
) {
  const formatNote = schema
    ? `\n\nAnswer with JSON of this schema and nothing else:\n${JSON.stringify(schema)}`
    : "";
  return {
    model,
    messages: [
      { role: "system", content: `${instructions}${formatNote}` },
      { role: "user", content: input },
    ],
    max_tokens: maxTokens,
    stream: false,
    ...(schema &&
      acceptsSchemas && {
        response_format: { type: "json_schema", json_schema: { name: "answer", schema } },
      }),
  };
}

const isSchemaError = ({ status, detail }: AnswerError): boolean =>
  (status === 400 || status === 422) && /response_format|json_schema|structured/iu.test(detail);

/** Parses a chat completion, without a reasoning model's thoughts. */
export function readChatAnswer(reply: unknown): { text: string; model: string | null } {
  const parsed = answerSchema.safeParse(reply);
  const choice = parsed.data?.choices[0];
  if (!choice) throw new AnswerError("unusable", "the answer has an unknown shape");
  if (choice.finish_reason === "length") throw new AnswerError("unusable", "the answer was cut off");
  if (choice.finish_reason === "content_filter") throw new AnswerError("unusable", "the answer was withheld");
  const { content } = choice.message;
  const visible = Array.isArray(content)
    ? content
        .filter(({ type }) => type === "text")
        .map((part) => part.text ?? "")
        .join("")
    : (content ?? "");
  const text = withoutReasoning(visible);
  if (text === "") throw new AnswerError("unusable", "the answer is empty");
  return { text, model: parsed.data?.model ?? null };
}
