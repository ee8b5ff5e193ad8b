import { randomBytes } from "node:crypto";

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ContentBlock,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type PromptMessage,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

import type { AssistantCall } from "#server/web/mcp/answer.ts";
import { createCaller } from "#server/web/mcp/words.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";

import { pngImage } from "./images.ts";

/**
 * The tools, resources and prompts that the conformance suite requests by name, in addition to any server's own. The
 * suite's scenarios define their replies (`conformance list --server` names them, and their descriptions have the
 * shapes).
 */
export function serveFixtures(mcp: McpServer, { context, mcpRequest }: AssistantCall): void {
  for (const [name, content] of Object.entries(ANSWERS)) mcp.registerTool(name, FIXTURE, () => ({ content }));
  mcp.registerTool("test_error_handling", FIXTURE, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  mcp.registerTool("test_tool_with_progress", FIXTURE, async ({ mcpReq: { _meta, notify } }) => {
    const progressToken = _meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100 };
      if (progressToken !== undefined) await notify({ method: "notifications/progress", params });
    }
    return { content: [text("Done")] };
  });
  mcp.registerTool("test_logging_tool", FIXTURE, async ({ mcpReq }) => {
    await mcpReq.log("info", "Nobody asked for this");
    return { content: [text("Done")] };
  });
  mcp.registerTool("test_trigger_prompt_change", FIXTURE, async () => {
    await createCaller(context).prompts.add(newPromptSchema.parse({ name: "One more", prompt: "One more" }));
    return { content: [text("Done")] };
  });
  const registerAsking = (name: string, questionsFor: (ctx: ServerContext) => InputRequests[]) => {
    const answer = async (ctx: ServerContext) =>
      (await ask(questionsFor(ctx), ctx)) ?? { content: [text("Thank you")] };
    mcp.registerTool(name, FIXTURE, answer);
    // A tool's error becomes its result; an invalid state refuses the request itself.
    if (mcpRequest?.method === "tools/call" && mcpRequest.name === name)
      mcp.server.setRequestHandler("tools/call", (_request, ctx) => answer(ctx));
  };
  for (const [name, questions] of Object.entries(QUESTIONS)) registerAsking(name, () => questions);
  registerAsking("test_input_required_result_capabilities", (ctx) => [
    askable({ user_name: askName, greeting: askGreeting }, ctx),
  ]);
  servePrompts(mcp, mcpRequest?.name ?? "");
  serveResources(mcp);
}

/** Every tool needs a description. */
const FIXTURE = { description: "What the conformance suite asks for by this name" };

const text = (words: string) => ({ type: "text" as const, text: words });

const PNG = pngImage().toString("base64");
/** An empty recording. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
const image = { type: "image" as const, data: PNG, mimeType: "image/png" };
const embedded = (uri: string, mimeType: string, words: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: words },
});

/** Tools with a fixed result. */
const ANSWERS: Record<string, ContentBlock[]> = {
  test_simple_text: [text("This is a simple text response for testing.")],
  test_image_content: [image],
  test_audio_content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }],
  test_embedded_resource: [
    embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ],
  test_multiple_content_types: [
    text("Multiple content types test:"),
    image,
    embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
};

const elicit = (message: string, requestedSchema: z.ZodObject) =>
  inputRequired.elicit({ message, requestedSchema });
const sample = (words: string) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: text(words) }], maxTokens: 100 });

const askName = elicit("What is your name?", z.object({ name: z.string() }));
const askGreeting = sample("Generate a greeting");
const confirm = elicit("Please confirm", z.object({ ok: z.boolean() }));

/** Tools that ask the client questions before they reply, once or several times. */
const QUESTIONS: Record<string, InputRequests[]> = {
  test_input_required_result_elicitation: [{ user_name: askName }],
  test_input_required_result_sampling: [{ capital_question: sample("What is the capital of France?") }],
  test_input_required_result_list_roots: [{ client_roots: inputRequired.listRoots() }],
  test_input_required_result_request_state: [{ confirm }],
  test_input_required_result_tampered_state: [{ confirm }],
  test_input_required_result_multiple_inputs: [
    { user_name: askName, greeting: askGreeting, client_roots: inputRequired.listRoots() },
  ],
  test_input_required_result_multi_round: [
    { step1: elicit("Step 1: What is your name?", z.object({ name: z.string() })) },
    { step2: elicit("Step 2: What is your favorite color?", z.object({ color: z.string() })) },
  ],
  test_streaming_elicitation: [{ user_name: askName }],
  // Called by a client that can't answer.
  test_missing_capability: [{ greeting: askGreeting }],
};
/** The current question, sealed, since the client sends it back. */
const states = createRequestStateCodec<number>({ key: randomBytes(32) });

/** The next question; null when all are answered. */
async function ask(questions: InputRequests[], ctx: ServerContext): Promise<InputRequiredResult | null> {
  const at = await readState(ctx);
  const isAnswered = Object.keys(questions[at] ?? {}).every(
    (key) => inputResponse(ctx.mcpReq.inputResponses, key).kind !== "missing",
  );
  const next = isAnswered ? at + 1 : at;
  const inputRequests = questions[next];
  return inputRequests ? inputRequired({ inputRequests, requestState: await states.mint(next) }) : null;
}

async function readState(ctx: ServerContext): Promise<number> {
  const state = ctx.mcpReq.requestState<string>();
  if (state === undefined) return 0;
  try {
    return await states.verify(state, ctx);
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
  }
}

const envelopeSchema = z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.record(z.string(), z.unknown()) });

/** The requests that the client can answer. */
function askable(requests: InputRequests, { mcpReq }: ServerContext): InputRequests {
  const { [CLIENT_CAPABILITIES_META_KEY]: able } = envelopeSchema.parse(mcpReq.envelope);
  const capabilities = Object.keys(able);
  return Object.fromEntries(
    Object.entries(requests).filter(([, { method }]) =>
      capabilities.some((capability) => method.startsWith(`${capability}/`)),
    ),
  );
}

const said = (...contents: ContentBlock[]): { messages: PromptMessage[] } => ({
  messages: contents.map((content) => ({ role: "user", content })),
});

/** Prompts with more than text; the library replies for the others. */
function servePrompts({ server }: McpServer, name: string): void {
  if (name === "test_prompt_with_image")
    server.setRequestHandler("prompts/get", () => said(image, text("Please analyze the image above.")));
  if (name === "test_prompt_with_embedded_resource") {
    server.setRequestHandler("prompts/get", ({ params }) =>
      said(
        embedded(
          params.arguments?.["resourceUri"] ?? "",
          "text/plain",
          "Embedded resource content for testing.",
        ),
        text("Please process the embedded resource above."),
      ),
    );
  }
  if (name === "test_input_required_result_prompt") {
    const question = elicit("What context should the prompt use?", z.object({ context: z.string() }));
    server.setRequestHandler(
      "prompts/get",
      async (_request, ctx) => (await ask([{ user_context: question }], ctx)) ?? said(text("Thank you")),
    );
  }
}

function serveResources(mcp: McpServer): void {
  mcp.registerResource("static-text", "test://static-text", {}, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }],
  }));
  mcp.registerResource("static-binary", "test://static-binary", {}, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "image/png", blob: PNG }],
  }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  mcp.registerResource("template", template, {}, ({ href: uri }, { id }) => ({
    contents: [
      {
        uri,
        mimeType: "application/json",
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
}
