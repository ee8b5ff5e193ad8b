import { createExpressMiddleware } from "@trpc/server/adapters/express";

import type { App } from "#server/app.ts";
import { replyTo } from "#server/errors.ts";
import { nameRoute } from "#server/web/server/route-names.ts";
import { appRouter } from "#server/web/trpc/app-router.ts";
import { Batch, MAX_BATCH_SIZE } from "#server/web/trpc/batch.ts";

import { createContext } from "./context.ts";

/** What a request is counted as; anybody can make up names of procedures and combine those that there are. */
function routeOf([path = "", ...others]: readonly string[]): string {
  if (others.length > 0) return "trpc:batch";
  return Object.hasOwn(appRouter._def.procedures, path) ? `trpc:${path}` : "trpc:other";
}

/** All procedures under `/trpc`, as the browser and the typed client call them. */
export const trpcHandler = (app: App) =>
  createExpressMiddleware({
    router: appRouter,
    maxBatchSize: MAX_BATCH_SIZE,
    // A query may come as POST: the ids of an export can be longer than an address.
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
      // A query takes GET and POST, so whoever used a wrong method wanted a mutation.
      const isUnread = !info || (info.accept === "application/jsonl" && !info.isBatchCall);
      const isWrongMethod = errors.some(({ code }) => code === "METHOD_NOT_SUPPORTED");
      return {
        headers: new Headers({
          ...(seconds != null && { "Retry-After": String(seconds) }),
          ...(isWrongMethod && { Allow: "POST" }),
          // tRPC sends a refusal of what it does not begin to read as plain text, although it is JSON.
          ...(isUnread && { "Content-Type": "application/json" }),
        }),
      };
    },
    onError({ error, path, ctx }) {
      const { status } = replyTo(error, "");
      if (status >= 500) app.log.error({ err: error, path, requestId: ctx?.requestId }, "a procedure failed");
    },
  });
