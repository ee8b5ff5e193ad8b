import { createExpressMiddleware } from "@trpc/server/adapters/express";

import type { App } from "#server/app.ts";
import { replyTo } from "#server/errors.ts";
import { nameRoute } from "#server/web/server/request-tally.ts";
import { appRouter } from "#server/web/trpc/app-router.ts";

import { Batch, createContext, MAX_BATCH_SIZE } from "./context.ts";

/**
 * Returns the route name for the counters. Batches and unknown names share one each, because clients can invent any
 * number of them.
 */
function routeOf([path = "", ...others]: readonly string[]): string {
  if (others.length > 0) return "trpc:batch";
  return Object.hasOwn(appRouter._def.procedures, path) ? `trpc:${path}` : "trpc:other";
}

/** Serves all procedures under `/trpc`, for the browser and the typed client. */
export const trpcHandler = (app: App) =>
  createExpressMiddleware({
    router: appRouter,
    maxBatchSize: MAX_BATCH_SIZE,
    // A query may come as POST, since an export's ids can exceed the length of an address.
    allowMethodOverride: true,
    createContext({ req, res, info }) {
      const paths = info.calls.map(({ path }) => path);
      nameRoute(res, routeOf(paths));
      return createContext(app, req, res, { batch: new Batch(paths) });
    },
    responseMeta({ errors, info }) {
      const seconds = errors
        .map((error) => replyTo(error, "").retryAfterSeconds)
        .find((value) => value !== null);
      // Queries accept GET and POST, so a wrong method implies a mutation.
      const isUnread = !info || (info.accept === "application/jsonl" && !info.isBatchCall);
      const isWrongMethod = errors.some(({ code }) => code === "METHOD_NOT_SUPPORTED");
      return {
        headers: new Headers({
          ...(seconds != null && { "Retry-After": String(seconds) }),
          ...(isWrongMethod && { Allow: "POST" }),
          // tRPC labels a rejection before parsing as plain text, although it is JSON.
          ...(isUnread && { "Content-Type": "application/json" }),
        }),
      };
    },
    onError({ error, path, ctx }) {
      const { status } = replyTo(error, "");
      if (status >= 500) app.log.error({ err: error, path, requestId: ctx?.requestId }, "a procedure failed");
    },
  });
