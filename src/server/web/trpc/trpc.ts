import { initTRPC, tracked, type TrackedEnvelope } from "@trpc/server";
import { z } from "zod";

import { forbidden, replyTo, unauthorized } from "#server/errors.ts";
import { permitted } from "#server/web/server/open-subscriptions.ts";
import { formatIssue } from "#shared/operations/issue-words.ts";

import { authorize, type ProcedureMeta, refuseInDemo } from "./access.ts";
import type { Context } from "./context.ts";

// Validation messages are shown to users, in both tRPC and REST.
z.config({ customError: formatIssue });

const trpc = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    // Stack traces appear only in the log, also in development.
    isDev: false,
    // If the connection dies silently, as after sleep, the client receives no ping and reconnects.
    sse: { ping: { enabled: true, intervalMs: 5000 }, client: { reconnectAfterInactivityMs: 12_000 } },
    errorFormatter({ shape, error, ctx }) {
      const { status, retryAfterSeconds, body } = replyTo(error, ctx?.requestId ?? "");
      // Subscribers can't see the reply's headers.
      const wait = retryAfterSeconds === null ? {} : { retryAfterSeconds };
      return {
        ...shape,
        message: body.message,
        data: { ...shape.data, httpStatus: status, ...wait, ...body },
      };
    },
  });

export const router = trpc.router;
/** Assigns a message an id, from which a disconnected client resumes. */
export { tracked };

/** Messages of a subscription. */
export interface Sent {
  item: z.ZodType;
  /** True if sent with an id, as `{ id, data }`. */
  isTracked: boolean;
}

/** Messages of each subscription, by output schema. */
export const sentBy = new WeakMap<object, Sent>();

/** Returns the output schema of a subscription. Its items are not parsed at run time. */
export function streamOf<Item>(item: z.ZodType<Item>) {
  const output = z.custom<AsyncIterable<Item>>();
  sentBy.set(output, { item, isTracked: false });
  return output;
}

/** Like `streamOf`, for items with ids. */
export function trackedStreamOf<Item>(item: z.ZodType<Item>) {
  const output = z.custom<AsyncIterable<TrackedEnvelope<Item>>>();
  sentBy.set(output, { item, isTracked: true });
  return output;
}

/** Calls without an input have an empty one. */
const withInput = trpc.procedure.use(({ getRawInput, next }) =>
  next({
    async getRawInput() {
      const input = await getRawInput();
      return input === undefined ? {} : input;
    },
  }),
);

const counted = withInput.use(async ({ ctx, path, type, next }) => {
  const start = performance.now();
  const result = await next();
  // A subscription lasts as long as its client listens.
  if (type !== "subscription") {
    const status = result.ok ? 200 : replyTo(result.error, "").status;
    ctx.app.requests.countCall(path, status, performance.now() - start);
  }
  if (result.ok) ctx.batch.count(result.data);
  return result;
});

/** Procedure that visitors may use too. */
export const publicProcedure = counted
  .meta({ access: "public" })
  .use(async ({ ctx, path, type, meta, next }) => {
    await authorize(ctx, "public", type === "mutation" ? "write" : "read");
    if (type === "mutation") await refuseInDemo(ctx.app, path, meta);
    return next();
  });

/** Creates a procedure for signed-in users. Their subscriptions end with the session or token. */
const forSignedIn = (access: "protected" | "admin") =>
  counted.meta({ access }).use(async ({ ctx, path, type, meta, signal, next }) => {
    const scope = meta?.reads ? "read" : meta?.adds ? "add" : "write";
    const who = await authorize(ctx, access, type === "mutation" ? scope : "read");
    if (who === null) throw unauthorized();
    if (type === "mutation") await refuseInDemo(ctx.app, path, meta);
    const call = () => next({ ctx: { ...ctx, signedIn: who, user: who.user } });
    if (type !== "subscription" || !signal) return call();
    const permit = ctx.app.subscriptions.open(who, access === "admin", signal);
    const result = await call();
    return result.ok && isAsyncIterable(result.data)
      ? { ...result, data: permitted(permit, result.data) }
      : result;
  });

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** Procedure for every signed-in user. */
export const protectedProcedure = forSignedIn("protected");

/** Procedure for a mutation that only adds, for which a token needs only the scope `add`. */
export const addingProcedure = protectedProcedure.meta({ access: "protected", adds: true });

/** Procedure for a mutation that changes nothing, only so that its input is in no address. */
export const readingProcedure = protectedProcedure.meta({ access: "protected", reads: true });

export const adminProcedure = forSignedIn("admin");

/** Creates a procedure for account management, which tokens may not use. */
const withSession = (access: "protected" | "admin") =>
  forSignedIn(access)
    .meta({ access, needsSession: true })
    .use(({ ctx, next }) => {
      const { signedIn } = ctx;
      if (signedIn.session === null) throw forbidden("A token can't do this. Sign in with your password.");
      return next({ ctx: { signedIn } });
    });

/** Procedure for every user with a session. */
export const sessionProcedure = withSession("protected");

export const adminSessionProcedure = withSession("admin");
