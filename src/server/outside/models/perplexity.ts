import { z } from "zod";

import { webAddress } from "#server/outside/http/canonical-url.ts";
import type { HttpClient } from "#server/outside/http/http-client.ts";
import { oneLine } from "#server/outside/pages/plain-text.ts";

import { type AnswerEngine, AnswerError, type AnswerSource, callProvider } from "./answer-engine.ts";
import { parseAnswerJson, withoutCitations, withoutReasoning } from "./openai-compatible.ts";

const PROVIDER = "Perplexity";
/** Model for answers without a web search. A search needs a preset instead. */
const MODEL = "perplexity/sonar";
const SEARCH_PRESET = "fast";

const answerSchema = z.object({
  status: z.string().nullish(),
  model: z.string().nullish(),
  error: z.object({ message: z.string().nullish(), code: z.string().nullish() }).nullish(),
  output: z.array(z.unknown()).default([]),
});
const messageSchema = z.object({
  type: z.literal("message"),
  content: z.array(z.object({ type: z.string(), text: z.string().nullish() })),
});
const searchSchema = z.object({ type: z.literal("search_results"), results: z.array(z.unknown()) });
const resultSchema = z.object({
  url: z.string(),
  title: z.string().nullish(),
  date: z.string().nullish(),
  last_updated: z.string().nullish(),
});

interface PerplexityOptions {
  http: HttpClient;
  /** Base address, without a path. */
  url: string;
  key: string;
}

/** Client for Perplexity's Agent API (https://docs.perplexity.ai/api-reference/agent-post). */
export function createPerplexity({ http, url, key }: PerplexityOptions): AnswerEngine {
  return {
    provider: PROVIDER,
    canSearch: true,
    async ask({ instructions, input, schema, maxTokens, wantsSearch = false, signal }) {
      const modelOrPreset = wantsSearch
        ? { preset: SEARCH_PRESET, tools: [{ type: "web_search" }] }
        : { model: MODEL };
      const body = {
        ...modelOrPreset,
        instructions,
        input,
        max_output_tokens: maxTokens,
        stream: false,
        ...(schema && { response_format: { type: "json_schema", json_schema: { name: "answer", schema } } }),
      };
      const reply = await callProvider(http, {
        url: `${url.replace(/\/$/u, "")}/v1/agent`,
        key,
        body,
        signal,
      });
      const { text, sources, model } = readAgentAnswer(reply);
      return {
        text,
        ...(schema && { json: parseAnswerJson(text) }),
        sources,
        model: model ?? MODEL,
        provider: PROVIDER,
      };
    },
  };
}

/** Parses a reply of the Agent API, which reports failures with status 200. */
export function readAgentAnswer(reply: unknown): {
  text: string;
  sources: AnswerSource[];
  model: string | null;
} {
  const parsed = answerSchema.safeParse(reply);
  if (!parsed.success) throw new AnswerError("unusable", "the answer has an unknown shape");
  const { status, error, output, model } = parsed.data;
  if (status !== "completed") {
    throw new AnswerError(
      /rate|overload/iu.test(error?.code ?? "") ? "busy" : "unusable",
      `the run is ${status ?? "without a status"}: ${(error?.message ?? "").slice(0, 200)}`,
    );
  }
  const parts = output.flatMap((item) => messageSchema.safeParse(item).data?.content ?? []);
  const text = parts
    .filter(({ type }) => type === "output_text")
    .map((part) => part.text ?? "")
    .join("");
  const answer = withoutCitations(withoutReasoning(text));
  if (answer === "") throw new AnswerError("unusable", "the answer is empty");
  return { text: answer, sources: listSources(output), model: model ?? null };
}

function listSources(output: readonly unknown[]): AnswerSource[] {
  const results = output.flatMap((item) => searchSchema.safeParse(item).data?.results ?? []);
  const sources = results.flatMap((item): AnswerSource[] => {
    const result = resultSchema.safeParse(item).data;
    const url = webAddress(result?.url);
    if (!result || url === null) return [];
    const title = oneLine(result.title ?? "").slice(0, 300) || new URL(url).hostname;
    return [{ url, title, date: result.date ?? result.last_updated ?? null }];
  });
  return [...new Map(sources.map((source) => [source.url, source])).values()];
}
