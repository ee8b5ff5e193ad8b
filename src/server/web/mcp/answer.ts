import { AsyncLocalStorage } from "node:async_hooks";

import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { Request, RequestHandler, Response } from "express";

import type { App } from "#server/app.ts";
import { unauthorized } from "#server/errors.ts";
import { readGuidance } from "#server/features/assistants/assistants.service.ts";
import { noteUse } from "#server/features/users/token-use.service.ts";
import { VERSION } from "#server/version.ts";
import { sendError } from "#server/web/server/replies.ts";
import type { Context } from "#server/web/trpc/context.ts";

import { answerInAcceptedType } from "./accepted-type.ts";
import { type Asked, readAsked } from "./asked.ts";
import { promptChanges } from "./changes.ts";
import { readMessage } from "./lenient-message.ts";
import { withPlainErrors } from "./plain-errors.ts";
import { servePrompts } from "./prompts.ts";
import { serveResources } from "./resources.ts";
import { serveSkills } from "./skills.ts";
import { serveTools } from "./tools.ts";
import { instructions } from "./words.ts";

/** Request of an assistant. */
export interface Call {
  context: Context;
  asked: Asked | null;
}

/** Adds features to the server of one request. */
export type ServeMore = (mcp: McpServer, call: Call) => void;

/** Answers authenticated requests, using their stored contexts; see `mcpRouter`. */
export function answer(
  app: App,
  contexts: WeakMap<Request, Context>,
  serveMore: ServeMore | undefined,
): RequestHandler {
  const calls = new AsyncLocalStorage<Call>();
  const clients = new Map<string, string>();
  const onerror = (error: Error) => app.log.debug({ err: error }, "a request of an assistant was refused");
  const handler = createMcpHandler(
    async ({ era }) => {
      const call = calls.getStore();
      if (!call) throw new Error("a request of an assistant without its context");
      // Before the revision of 2026-07-28, only sessions could receive change notifications.
      const mcp = await buildServer(call, era === "modern");
      serveMore?.(mcp, call);
      return mcp;
    },
    { legacy: "stateless", bus: promptChanges(app), onerror },
  );
  const send = toNodeHandler({ fetch: answerInAcceptedType(handler.fetch) }, { onerror });
  return async (request, response) => {
    try {
      const context = contexts.get(request);
      if (!context) throw new Error("a request of an assistant that was not let in");
      const message = readMessage(request.body);
      const asked = readAsked(message);
      noteClient(context, asked, clients);
      if (asked?.method === "subscriptions/listen") endWithToken(context, response);
      await calls.run({ context, asked }, () => send(request, response, message));
    } catch (error) {
      sendError(response, error);
    }
  };
}

/** Records each program that uses a token, once. */
function noteClient({ app, signedIn }: Context, asked: Asked | null, clients: Map<string, string>): void {
  const id = signedIn?.token?.id;
  const client = asked?.client ?? null;
  if (id === undefined || client === null || clients.get(id) === client) return;
  clients.set(id, client);
  noteUse(app, id, client);
}

/** Closes a subscription as soon as its token becomes invalid. Checks the token before each message. */
function endWithToken({ app, signedIn }: Context, response: Response): void {
  if (signedIn === null) throw unauthorized();
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const permit = app.subscriptions.open(signedIn, false, gone.signal);
  permit.end.addEventListener("abort", () => response.destroy(), { once: true });
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let waiting: Promise<unknown> | null = null;
  response.write = (chunk: unknown, ...rest: unknown[]) => {
    const send = () => !response.destroyed && Reflect.apply(write, response, [chunk, ...rest]) === true;
    if (waiting === null && app.database.catchUp === null && permit.isConfirmed()) return send();
    // In order: later messages wait.
    const turn = (waiting ?? Promise.resolve())
      .then(() => permit.confirm())
      .then(send, () => response.destroy())
      .finally(() => {
        if (waiting === turn) waiting = null;
      });
    waiting = turn;
    return true;
  };
  response.end = (...rest: unknown[]) => {
    // After all pending messages.
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
async function buildServer({ context, asked }: Call, listChanged: boolean): Promise<McpServer> {
  const method = asked?.method ?? null;
  const isConnecting = method === null || method === "initialize" || method === "server/discover";
  const mcp = withPlainErrors(
    new McpServer(INFO, {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged },
        resources: { listChanged },
        completions: {},
      },
      ...(isConnecting && { instructions: instructions(await readGuidance(context.app)) }),
    }),
  );
  if (method === null || method.startsWith("tools/"))
    serveTools(mcp, context, method === "tools/call" ? (asked?.name ?? "") : null);
  if (method === null || /^(?:prompts|completion)\//u.test(method)) servePrompts(mcp, context);
  if (isConnecting || /^(?:resources|skills)\//u.test(method)) {
    serveResources(mcp, context);
    serveSkills(mcp, context);
  }
  return mcp;
}
