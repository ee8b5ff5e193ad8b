import { initTRPC, tracked, type TrackedEnvelope } from "@trpc/server";
import { z } from "zod";

import { forbidden, replyTo, unauthorized } from "#server/errors.ts";
import { permitted } from "#server/web/server/open-subscriptions.ts";
import { formatIssue } from "#shared/operations/issue-words.ts";

import { authorize, type ProcedureMeta } from "./access.ts";
import type { Context } from "./context.ts";

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

/** What a subscription sends, item by item. */
export interface Sent {
  item: z.ZodType;
  /** Sent with an id, as `{ id, data }`. */
  isTracked: boolean;
}

/** What each subscription sends, by its output schema. */
export const sentBy = new WeakMap<object, Sent>();

/** The output of a subscription. Its items are not parsed at run time. */
export function streamOf<Item>(item: z.ZodType<Item>) {
  const output = z.custom<AsyncIterable<Item>>();
  sentBy.set(output, { item, isTracked: false });
  return output;
}

/** The same for items that have ids. */
export function trackedStreamOf<Item>(item: z.ZodType<Item>) {
  const output = z.custom<AsyncIterable<TrackedEnvelope<Item>>>();
  sentBy.set(output, { item, isTracked: true });
  return output;
}

/** Calls without an input are calls with an empty one. */
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
  // A subscription lasts as long as somebody listens.
  if (type !== "subscription") {
    const status = result.ok ? 200 : replyTo(result.error, "").status;
    ctx.app.requests.countCall(path, status, performance.now() - start);
  }
  if (result.ok) ctx.batch.count(result.data);
  return result;
});

/** A procedure that visitors may use too. */
export const publicProcedure = counted.meta({ access: "public" }).use(async ({ ctx, type, next }) => {
  await authorize(ctx, "public", type === "mutation" ? "write" : "read");
  return next();
});

/** A procedure for some of those who are signed in; what they subscribe to ends with their session or token. */
const forSignedIn = (access: "protected" | "admin") =>
  counted.meta({ access }).use(async ({ ctx, type, meta, signal, next }) => {
    const scope = meta?.adds ? "add" : "write";
    const who = await authorize(ctx, access, type === "mutation" ? scope : "read");
    if (who === null) throw unauthorized();
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

/** A procedure for everybody who is signed in. */
export const protectedProcedure = forSignedIn("protected");

/** The same for a mutation that only adds: a token needs the scope `add`. */
export const addingProcedure = protectedProcedure.meta({ access: "protected", adds: true });

/** A procedure for admins. */
export const adminProcedure = forSignedIn("admin");

/** A procedure about accounts themselves, for which no token is enough. */
const withSession = (access: "protected" | "admin") =>
  forSignedIn(access)
    .meta({ access, needsSession: true })
    .use(({ ctx, next }) => {
      const { signedIn } = ctx;
      if (signedIn.session === null) throw forbidden("A token can't do this. Sign in with your password.");
      return next({ ctx: { signedIn } });
    });

/** A procedure for everybody with a session of their own. */
export const sessionProcedure = withSession("protected");

/** The same for admins. */
export const adminSessionProcedure = withSession("admin");
