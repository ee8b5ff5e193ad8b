import { initTRPC, tracked } from "@trpc/server";
import { z } from "zod";

import { formatIssue } from "#shared/issue-words.ts";

import { authorize, type ProcedureMeta } from "./access.ts";
import { replyTo, unauthorized } from "./errors.ts";
import type { Context } from "./http/context.ts";
import { until } from "./open-subscriptions.ts";

// What a call gets wrong is told to people, in tRPC and REST alike.
z.config({ customError: formatIssue });

const trpc = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    // Stack traces stay in the log, in development too.
    isDev: false,
    // A watcher whose connection died in silence, as after sleep, hears no ping and connects anew.
    sse: { ping: { enabled: true, intervalMs: 5000 }, client: { reconnectAfterInactivityMs: 12_000 } },
    errorFormatter({ shape, error, ctx }) {
      const { status, retryAfterSeconds, body } = replyTo(error, ctx?.requestId ?? "");
      // Whoever subscribes sees no header of the reply.
      const wait = retryAfterSeconds === null ? {} : { retryAfterSeconds };
      return {
        ...shape,
        message: body.message,
        data: { ...shape.data, httpStatus: status, ...wait, ...body },
      };
    },
  });

export const router = trpc.router;
/** Gives what a subscription sends an id, by which a client that lost the line goes on. */
export { tracked };

const counted = trpc.procedure.use(async ({ ctx, next }) => {
  const result = await next();
  if (result.ok) ctx.batch.count(result.data);
  return result;
});

/** A procedure that visitors may use too. */
export const publicProcedure = counted.meta({ access: "public" }).use(async ({ ctx, type, next }) => {
  await authorize(ctx, "public", type === "mutation");
  return next();
});

/** A procedure for some of those who have a session; what they subscribe to ends with it. */
const forSignedIn = (access: "protected" | "admin") =>
  counted.meta({ access }).use(async ({ ctx, type, signal, next }) => {
    const who = await authorize(ctx, access, type === "mutation");
    if (who === null) throw unauthorized();
    const call = () => next({ ctx: { ...ctx, signedIn: who, user: who.user } });
    if (type !== "subscription" || !signal) return call();
    const end = ctx.app.subscriptions.open(who, access === "admin", signal);
    const result = await call();
    return result.ok && isAsyncIterable(result.data) ? { ...result, data: until(end, result.data) } : result;
  });

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** A procedure for everybody with a session. */
export const protectedProcedure = forSignedIn("protected");

/** A procedure for admins. */
export const adminProcedure = forSignedIn("admin");
