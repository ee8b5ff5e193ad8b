import { initTRPC } from "@trpc/server";
import { z } from "zod";

import { formatIssue } from "#shared/issue-words.ts";

import { authorize, type ProcedureMeta } from "./access.ts";
import { replyTo, unauthorized } from "./errors.ts";
import type { Context } from "./http/context.ts";

// What a call gets wrong is told to people, in tRPC and REST alike.
z.config({ customError: formatIssue });

const trpc = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    // Stack traces stay in the log, in development too.
    isDev: false,
    // A watcher whose connection died in silence, as after sleep, hears no ping and connects anew.
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
    errorFormatter({ shape, error, ctx }) {
      const { status, body } = replyTo(error, ctx?.requestId ?? "");
      return { ...shape, message: body.message, data: { ...shape.data, httpStatus: status, ...body } };
    },
  });

export const router = trpc.router;

/** A procedure that visitors may use too. */
export const publicProcedure = trpc.procedure.meta({ access: "public" }).use(async ({ ctx, type, next }) => {
  await authorize(ctx, "public", type === "mutation");
  return next();
});

/** A procedure for everybody with a session. */
export const protectedProcedure = trpc.procedure
  .meta({ access: "protected" })
  .use(async ({ ctx, type, signal, next }) => {
    const who = await authorize(ctx, "protected", type === "mutation");
    if (who === null) throw unauthorized();
    if (type === "subscription" && signal) ctx.app.subscriptions.open(who.user.id, signal);
    return next({ ctx: { ...ctx, signedIn: who, user: who.user } });
  });

/** A procedure for admins. */
export const adminProcedure = trpc.procedure
  .meta({ access: "admin" })
  .use(async ({ ctx, type, signal, next }) => {
    const who = await authorize(ctx, "admin", type === "mutation");
    if (who === null) throw unauthorized();
    if (type === "subscription" && signal) ctx.app.subscriptions.open(who.user.id, signal);
    return next({ ctx: { ...ctx, signedIn: who, user: who.user } });
  });
