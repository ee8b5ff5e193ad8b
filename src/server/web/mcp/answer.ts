import { AsyncLocalStorage } from "node:async_hooks";

import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";

import type { App } from "#server/app.ts";
import { isNotFound, unauthorized } from "#server/errors.ts";
import { readGuidance } from "#server/features/assistants/assistants.service.ts";
import { recordUse } from "#server/features/users/tokens.service.ts";
import { VERSION } from "#server/version.ts";
import { sendError } from "#server/web/server/replies.ts";
import type { Context } from "#server/web/trpc/context.ts";
import { ANY_KIND, itemRefSchema } from "#shared/kernel/items.ts";

import { promptChanges } from "./changes.ts";
import { describeItem, readItemRef } from "./items.ts";
import { answerInAcceptedType, readMessage } from "./leniency.ts";
import { MAX_TEXT_LENGTH, truncate } from "./portions.ts";
import { servePrompts, serveSkills } from "./prompts.ts";
import { protocolError, withPlainErrors } from "./refusals.ts";
import { serveTools } from "./tools.ts";
import { assistantInstructions, createCaller, WRITTEN_BY_OTHERS } from "./words.ts";

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
interface McpRequest {
  method: string;
  /** Name of the requested tool or prompt. */
  name: string | null;
  /** Self-declared name of the calling program. */
  client: string | null;
}

/** Parses a message's request without validating it. */
function readRequest(body: unknown): McpRequest | null {
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

/** Request of an assistant. */
export interface AssistantCall {
  context: Context;
  mcpRequest: McpRequest | null;
}

/** Adds features to the server of one request. */
export type AddFeatures = (mcp: McpServer, call: AssistantCall) => void;

/** Creates the handler that answers authenticated requests, with their stored contexts; see `mcpRouter`. */
export function createAnswerHandler(
  app: App,
  contexts: WeakMap<Request, Context>,
  addFeatures: AddFeatures | undefined,
): RequestHandler {
  const calls = new AsyncLocalStorage<AssistantCall>();
  const clients = new Map<string, string>();
  const onerror = (error: Error) => app.log.debug({ err: error }, "refused an assistant's request");
  const handler = createMcpHandler(
    async ({ era }) => {
      const call = calls.getStore();
      if (!call) throw new Error("an assistant's request has no context");
      // Before the revision of 2026-07-28, only sessions could receive change notifications.
      const mcp = await buildServer(call, era === "modern");
      addFeatures?.(mcp, call);
      return mcp;
    },
    { legacy: "stateless", bus: promptChanges(app), onerror },
  );
  const send = toNodeHandler({ fetch: answerInAcceptedType(handler.fetch) }, { onerror });
  return async (request, response) => {
    try {
      const context = contexts.get(request);
      if (!context) throw new Error("an assistant's request was not authenticated");
      const message = readMessage(request.body);
      const mcpRequest = readRequest(message);
      recordClient(context, mcpRequest, clients);
      if (mcpRequest?.method === "subscriptions/listen") endWithToken(context, response);
      await calls.run({ context, mcpRequest }, () => send(request, response, message));
    } catch (error) {
      sendError(response, error);
    }
  };
}

/** Records each program that uses a token, once. */
function recordClient(
  { app, signedIn }: Context,
  mcpRequest: McpRequest | null,
  clients: Map<string, string>,
): void {
  const id = signedIn?.token?.id;
  const client = mcpRequest?.client ?? null;
  if (id === undefined || client === null || clients.get(id) === client) return;
  clients.set(id, client);
  recordUse(app, id, client);
}

/** Closes a subscription as soon as its token becomes invalid. Checks the token before each message. */
function endWithToken({ app, signedIn }: Context, response: Response): void {
  if (signedIn === null) throw unauthorized();
  const aborter = new AbortController();
  response.once("close", () => aborter.abort());
  const permit = app.subscriptions.open(signedIn, false, aborter.signal);
  permit.end.addEventListener("abort", () => response.destroy(), { once: true });
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let waiting: Promise<unknown> | null = null;
  response.write = (chunk: unknown, ...rest: unknown[]) => {
    const send = () => !response.destroyed && Reflect.apply(write, response, [chunk, ...rest]) === true;
    if (waiting === null && app.database.catchUp === null && permit.isConfirmed()) return send();
    // Preserves the order: later messages wait.
    const pending = (waiting ?? Promise.resolve())
      .then(() => permit.confirm())
      .then(send, () => response.destroy())
      .finally(() => {
        if (waiting === pending) waiting = null;
      });
    waiting = pending;
    return true;
  };
  response.end = (...rest: unknown[]) => {
    // Ends after all pending messages.
    if (waiting === null) Reflect.apply(end, response, rest);
    else void waiting.finally(() => Reflect.apply(end, response, rest));
    return response;
  };
}

const INFO = { name: "stackloop", title: "StackLoop", version: VERSION };

/**
 * Creates the server for one request, with only the features that it needs. Registering all would take longer than
 * most answers.
 */
async function buildServer({ context, mcpRequest }: AssistantCall, canNotify: boolean): Promise<McpServer> {
  const method = mcpRequest?.method ?? null;
  const isConnecting = method === null || method === "initialize" || method === "server/discover";
  const mcp = withPlainErrors(
    new McpServer(INFO, {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: canNotify },
        resources: { listChanged: canNotify },
        completions: {},
      },
      ...(isConnecting && { instructions: assistantInstructions(await readGuidance(context.app)) }),
    }),
  );
  if (method === null || method.startsWith("tools/"))
    serveTools(mcp, context, method === "tools/call" ? (mcpRequest?.name ?? "") : null);
  if (method === null || /^(?:prompts|completion)\//u.test(method)) servePrompts(mcp, context);
  if (isConnecting || /^(?:resources|skills)\//u.test(method)) {
    serveResources(mcp, context);
    serveSkills(mcp, context);
  }
  return mcp;
}

/** Provides every item as a resource: `stackloop://tool/ID`. */
function serveResources(mcp: McpServer, context: Context): void {
  mcp.registerResource(
    "item",
    new ResourceTemplate("stackloop://{kind}/{id}", { list: undefined }),
    {
      title: "A team item",
      description: `A ${ANY_KIND}: the kind and id from its id in search. Its texts are written by users and outside sources.`,
      mimeType: "text/markdown",
    },
    async ({ href }, { kind, id }) => {
      const ref = itemRefSchema.safeParse(`${String(kind)}:${String(id)}`);
      if (!ref.success) throw new ResourceNotFoundError(href);
      try {
        const { text } = await describeItem(createCaller(context), readItemRef(ref.data));
        const part = truncate(text, 0, MAX_TEXT_LENGTH);
        const more =
          part.next === null
            ? ""
            : `\n\nThe text continues: call fetch with the id ${ref.data} and the next ${part.next} for the rest.`;
        return {
          contents: [
            { uri: href, mimeType: "text/markdown", text: `${WRITTEN_BY_OTHERS}\n\n${part.text}${more}` },
          ],
        };
      } catch (error) {
        if (isNotFound(error)) throw new ResourceNotFoundError(href);
        throw protocolError(context, error);
      }
    },
  );
}
