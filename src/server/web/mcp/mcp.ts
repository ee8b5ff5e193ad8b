import { type Request, type RequestHandler, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import { unauthorized } from "#server/errors.ts";
import { jsonBody } from "#server/web/limits/json-body.ts";
import { onlyMethods, sendError } from "#server/web/server/replies.ts";
import { withRouteName } from "#server/web/server/request-tally.ts";
import { type Context, createContext } from "#server/web/trpc/context.ts";
import { lazy } from "#shared/kernel/lazy.ts";

import type { AddFeatures } from "./answer.ts";

/** URL paths with and without a trailing slash, because users copy both. */
const PATHS = ["/mcp", "/mcp/"];

/**
 * Endpoint for AI assistants that implements the Model Context Protocol, in its revisions of 2025 and 2026-07-28
 * (https://modelcontextprotocol.io/specification). Stateless between requests. Accepts only API tokens: browsers send
 * none by themselves, so other sites can't use someone's session. `addFeatures` adds features to StackLoop's own tools,
 * prompts and resources, under the same rules; the official conformance suite needs some.
 */
export function mcpRouter(app: App, addFeatures?: AddFeatures): Router {
  const contexts = new WeakMap<Request, Context>();
  const router = Router({ caseSensitive: true, strict: true });
  router.all(PATHS, withRouteName("mcp"));
  // Bodies of unauthenticated requests are not read.
  router.post(PATHS, authenticate(app, contexts), jsonBody, answerRequests(app, contexts, addFeatures));
  router.all(PATHS, onlyMethods("POST"));
  return router;
}

function authenticate(app: App, contexts: WeakMap<Request, Context>): RequestHandler {
  return async (request, response, next) => {
    try {
      contexts.set(request, await authenticateToken(app, request, response));
      next();
    } catch (error) {
      sendError(response, error);
    }
  };
}

/** Loads the code for answers on the first call, so that servers without assistants don't need it. */
function answerRequests(
  app: App,
  contexts: WeakMap<Request, Context>,
  addFeatures: AddFeatures | undefined,
): RequestHandler {
  const handler = lazy(async () =>
    (await import("./answer.ts")).createAnswerHandler(app, contexts, addFeatures),
  );
  return async (request, response, next) => {
    try {
      const answer = await handler();
      await answer(request, response, next);
    } catch (error) {
      sendError(response, error);
    }
  };
}

/** Authenticates a caller by token and counts the call against the token's hourly limit. */
async function authenticateToken(app: App, request: Request, response: Response): Promise<Context> {
  // The program's name is in the message, which is read later.
  const context = await createContext(app, request, response, { userAgent: null });
  const token = context.signedIn?.token;
  if (!token) {
    response.setHeader("WWW-Authenticate", "Bearer");
    throw unauthorized("Send an API token as Authorization: Bearer. Create one under Account, Assistants.");
  }
  await app.limits.assistants.count(token.id);
  return context;
}
