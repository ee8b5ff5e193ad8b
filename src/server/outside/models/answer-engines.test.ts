import { inspect } from "node:util";

import { describe, expect, onTestFinished, test } from "vitest";

import { connect } from "#tests/support/connect.ts";
import { STUB_KEY } from "#tests/support/stub-upstreams.ts";
import { chatReply, type ChatRequest, openAiUpstream } from "#tests/support/upstreams/openai-upstream.ts";
import { agentReply, errorReply, retiredReply } from "#tests/support/upstreams/perplexity-upstream.ts";
import { json, type StubAnswer, stubServer } from "#tests/support/upstreams/stub-server.ts";

import type { AnswerEngine, AnswerError } from "./answer-engine.ts";

const QUESTION = { instructions: "Summarise.", input: "<paper>…</paper>", maxTokens: 500 };
const SCHEMA = { type: "object", properties: { company: { type: "string" } }, required: ["company"] };

const engineOf = (answers: AnswerEngine | null): AnswerEngine => {
  if (!answers) throw new Error("no language model is connected");
  return answers;
};

const catchError = async (answer: Promise<unknown>): Promise<AnswerError> =>
  answer.then(
    () => Promise.reject(new Error("there was an answer")),
    (error: AnswerError) => error,
  );

async function perplexity(text = "**Result**\n1. It works.[2][10]") {
  const results = [
    { id: 1, url: "https://a.example/", title: "A", date: "2026-11-01" },
    { id: 2, url: "https://a.example/", title: "A again" },
    { id: 3, url: "javascript:alert(1)", title: "Bad" },
    { id: 4, url: "https://b.example/", title: "" },
  ];
  const { answers, upstreams } = await connect({
    model: ({ preset }) => ({ text, ...(preset && { results }) }),
  });
  const server = upstreams.perplexity;
  if (!server) throw new Error("the stub was not started");
  return { engine: engineOf(answers), server };
}

async function compatible(reply: (request: ChatRequest) => string = () => "Fine.", environment = {}) {
  const server = await openAiUpstream(reply);
  onTestFinished(() => server.close());
  const { answers } = await connect(
    {},
    {
      AI_PROVIDER: "auto",
      AI_BASE_URL: server.apiUrl,
      AI_MODEL: "orca-7b",
      OUTBOUND_ALLOW: server.hostAndPort,
      ...environment,
    },
  );
  return { engine: engineOf(answers), server };
}

describe("Perplexity", () => {
  test("answers with its sources, without citation marks", async () => {
    const { engine, server } = await perplexity();
    expect(await engine.ask({ ...QUESTION, wantsSearch: true })).toEqual({
      text: "**Result**\n1. It works.",
      sources: [
        { url: "https://a.example/", title: "A again", date: null },
        { url: "https://b.example/", title: "b.example", date: null },
      ],
      model: "openai/stub-model",
      provider: "Perplexity",
    });
    expect(JSON.parse(server.hits[0]?.body ?? "")).toMatchObject({
      preset: "fast",
      instructions: "Summarise.",
    });
    await engine.ask(QUESTION);
    expect(JSON.parse(server.hits[1]?.body ?? "")).toMatchObject({
      model: "perplexity/sonar",
      max_output_tokens: 500,
    });
  });

  test("answers in the requested format", async () => {
    const { engine } = await perplexity('```json\n{"company":"Sea Labs"}\n```');
    expect((await engine.ask({ ...QUESTION, schema: SCHEMA })).json).toEqual({ company: "Sea Labs" });
    const other = await perplexity("I do not know.");
    expect((await catchError(other.engine.ask({ ...QUESTION, schema: SCHEMA }))).kind).toBe("unusable");
  });

  test.each<[string, StubAnswer, AnswerError["kind"]]>([
    ["a bad key", errorReply(401, "invalid_api_key", "Invalid API key"), "key"],
    ["a good key at an ended service", retiredReply, "refused"],
    ["too many requests", errorReply(429, "request_rate_limit_exceeded", "slow down"), "busy"],
    ["an empty account", errorReply(429, "insufficient_quota", "no credit"), "quota"],
    ["a server's failure", { status: 500, body: "<html>Oops</html>" }, "busy"],
    ["an overloaded server", errorReply(529, "overloaded_error", "Overloaded"), "busy"],
    ["a run that failed with status 200", agentReply({ text: "half" }, "failed"), "unusable"],
    ["a run that was cut off", agentReply({ text: "half" }, "incomplete"), "unusable"],
    ["an empty answer", agentReply({ text: "" }), "unusable"],
    ["half an answer", { body: '{"status":"completed","outp' }, "unusable"],
    ["an answer that breaks off", "cut", "unreachable"],
    ["another shape", json([1, 2, 3]), "unusable"],
    ["300 KB", { body: JSON.stringify({ status: "completed", pad: "x".repeat(300_000) }) }, "unusable"],
    ["a redirect", { status: 307, headers: { location: "http://127.0.0.1:1/" } }, "unreachable"],
  ])("reports %s after one call", async (_, answer, kind) => {
    const { engine, server } = await perplexity();
    server.answerAlways(answer);
    const error = await catchError(engine.ask(QUESTION));
    expect([error.name, error.kind, server.hits.length]).toEqual(["AnswerError", kind, 1]);
  });

  test("reports when to retry", async () => {
    const { engine, server } = await perplexity();
    server.answerNext({ status: 429, headers: { "retry-after": "30" } });
    expect((await catchError(engine.ask(QUESTION))).retryAfterMs).toBe(30_000);
  });

  test("gets its key in one header only, and no error reveals it", async () => {
    const { engine, server } = await perplexity();
    server.answerAlways(
      errorReply(401, "invalid_api_key", `The key ${STUB_KEY} is not valid, nor is pplx-****6789`),
    );
    const error = await catchError(engine.ask(QUESTION));
    const [hit] = server.hits;
    expect(hit?.headers["authorization"]).toBe(`Bearer ${STUB_KEY}`);
    expect(JSON.stringify([hit?.url.href, hit?.body, { ...hit?.headers, authorization: "" }])).not.toContain(
      STUB_KEY,
    );
    expect(inspect(error)).not.toMatch(/pplx-(?!stub-upstream)[\w*]/u);
    expect(error.detail).toContain("invalid_api_key");
  });

  test("reports an answer that does not arrive in time", async () => {
    const { engine, server } = await perplexity();
    server.answerAlways("hang");
    const error = await catchError(engine.ask({ ...QUESTION, signal: AbortSignal.timeout(50) }));
    expect(error.kind).toBe("too slow");
  });

  test("stops when the caller disconnects", async () => {
    const { engine, server } = await perplexity();
    server.answerAlways("hang");
    const stop = new AbortController();
    const answer = catchError(engine.ask({ ...QUESTION, signal: stop.signal }));
    stop.abort();
    expect((await answer).kind).toBe("unreachable");
  });
});

describe("an OpenAI-compatible server", () => {
  test("answers with its model's name, without the reasoning", async () => {
    const { engine, server } = await compatible(
      () => "<think>Hmm.\n<b>1</b></think>\n\n**Result**\n1. Fine.",
    );
    expect(await engine.ask(QUESTION)).toEqual({
      text: "**Result**\n1. Fine.",
      sources: [],
      model: "stub-model-2026",
      provider: server.hostAndPort,
    });
    expect(server.hits[0]?.headers).not.toHaveProperty("authorization");
    expect(JSON.parse(server.hits[0]?.body ?? "")).toMatchObject({
      model: "orca-7b",
      max_tokens: 500,
      messages: [
        { role: "system", content: "Summarise." },
        { role: "user", content: "<paper>…</paper>" },
      ],
    });
  });

  test("gets a schema in words after refusing it", async () => {
    const { engine, server } = await compatible(({ messages }) =>
      messages[0]?.content.includes('"company"') ? '{"company":"Sea Labs"}' : "?",
    );
    server.answerNext(json({ error: { message: "This response_format type is unavailable now" } }, 400));
    expect((await engine.ask({ ...QUESTION, schema: SCHEMA })).json).toEqual({ company: "Sea Labs" });
    expect((await engine.ask({ ...QUESTION, schema: SCHEMA })).json).toEqual({ company: "Sea Labs" });
    expect(server.hits.map(({ body }) => body.includes("response_format"))).toEqual([true, false, false]);
  });

  test.each<[string, StubAnswer, AnswerError["kind"]]>([
    ["thoughts without an end", chatReply("<think>Let me see"), "unusable"],
    ["an answer that was cut off", chatReply("The paper sh", "length"), "unusable"],
    ["nothing but thoughts", chatReply("<think>x</think>"), "unusable"],
    ["a model that is not there", json({ error: "model 'orca-7b' not found" }, 404), "refused"],
    [
      "an empty account",
      json({ error: { message: "You exceeded your quota", code: "insufficient_quota" } }, 429),
      "quota",
    ],
    ["a stream that nobody asked for", { body: 'data: {"choices":[]}\n\ndata: [DONE]' }, "unusable"],
  ])("reports %s", async (_, answer, kind) => {
    const { engine, server } = await compatible();
    server.answerAlways(answer);
    expect((await catchError(engine.ask(QUESTION))).kind).toBe(kind);
    expect(server.hits).toHaveLength(1);
  });

  test("on this machine must be allowed by the operator", async () => {
    const { engine, server } = await compatible(() => "Fine.", { OUTBOUND_ALLOW: "" });
    expect((await catchError(engine.ask(QUESTION))).kind).toBe("refused");
    expect(server.hits).toEqual([]);
  });

  test("handles several requests at once", async () => {
    const slow = await stubServer(() => chatReply("Fine."));
    onTestFinished(() => slow.close());
    const { answers, waits } = await connect(
      {},
      {
        AI_PROVIDER: "auto",
        AI_BASE_URL: `${slow.origin}/v1`,
        AI_MODEL: "x",
        OUTBOUND_ALLOW: slow.hostAndPort,
      },
    );
    await Promise.all([1, 2, 3].map(() => engineOf(answers).ask(QUESTION)));
    // No question waits for a gap after another one.
    expect([slow.hits.length, waits]).toEqual([3, []]);
  });
});

test.each([
  ["none", { AI_PROVIDER: "none", PERPLEXITY_API_KEY: "k" }, null],
  ["auto, no key", { AI_PROVIDER: "auto" }, null],
  [
    "auto, both",
    { AI_PROVIDER: "auto", PERPLEXITY_API_KEY: "k", AI_BASE_URL: "http://a.example/v1", AI_MODEL: "m" },
    "Perplexity",
  ],
  ["auto, a server", { AI_PROVIDER: "auto", AI_BASE_URL: "http://a.example/v1", AI_MODEL: "m" }, "a.example"],
  [
    "a server by name",
    {
      AI_PROVIDER: "openai-compatible",
      PERPLEXITY_API_KEY: "k",
      AI_BASE_URL: "http://a.example/v1",
      AI_MODEL: "m",
    },
    "a.example",
  ],
])("selects the right provider with %s", async (_, environment, provider) => {
  const { answers } = await connect({}, environment);
  expect(answers?.provider ?? null).toBe(provider);
});
