import { type Request, type RequestHandler, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import { unauthorized } from "#server/errors.ts";
import { jsonBody } from "#server/web/limits/json-body.ts";
import { onlyMethods, sendError } from "#server/web/server/replies.ts";
import { named } from "#server/web/server/route-names.ts";
import { type Context, createContext } from "#server/web/trpc/context.ts";
import { lazy } from "#shared/kernel/lazy.ts";

import type { ServeMore } from "./answer.ts";

/** The address with and without a slash at its end: people copy both. */
const PATHS = ["/mcp", "/mcp/"];

/**
 * The address that AI assistants connect to by the Model Context Protocol, in its revision of 2026-07-28 and those of 2025
 * (https://modelcontextprotocol.io/specification). Nothing is kept between requests. Only an API token signs in here: a
 * browser sends none by itself, so that no other site can call with somebody's session. What `serveMore` adds stands beside
 * StackLoop's own tools, prompts and resources, under the same rules: the official conformance suite asks for some of its own.
 */
export function mcpRouter(app: App, serveMore?: ServeMore): Router {
  const contexts = new WeakMap<Request, Context>();
  const router = Router({ caseSensitive: true, strict: true });
  router.all(PATHS, named("mcp"));
  // What strangers send isn't read.
  router.post(PATHS, authenticate(app, contexts), ...jsonBody, answerWhenAsked(app, contexts, serveMore));
  router.all(PATHS, onlyMethods("POST"));
  return router;
}

function authenticate(app: App, contexts: WeakMap<Request, Context>): RequestHandler {
  return async (request, response, next) => {
    try {
      contexts.set(request, await signIn(app, request, response));
      next();
    } catch (error) {
      sendError(response, error);
    }
  };
}

/** What answers is loaded with the first call: servers without assistants start and live without it. */
function answerWhenAsked(
  app: App,
  contexts: WeakMap<Request, Context>,
  serveMore: ServeMore | undefined,
): RequestHandler {
  const handler = lazy(async () => (await import("./answer.ts")).answer(app, contexts, serveMore));
  return async (request, response, next) => {
    try {
      const answer = await handler();
      await answer(request, response, next);
    } catch (error) {
      sendError(response, error);
    }
  };
}

/** Who calls, by a token; counts the call against what the token may do in an hour. */
async function signIn(app: App, request: Request, response: Response): Promise<Context> {
  // The program tells its name in the message, which is read later.
  const context = await createContext(app, request, response, { userAgent: null });
  const token = context.signedIn?.token;
  if (!token) {
    response.setHeader("WWW-Authenticate", "Bearer");
    throw unauthorized("Send an API token as Authorization: Bearer. Make one under Account, Assistants.");
  }
  await app.limits.assistants.count(token.id);
  return context;
}
