import { initTRPC, tracked, type TrackedEnvelope } from "@trpc/server";
import { z } from "zod";

import type { App } from "#server/app.ts";
import { forbidden, replyTo, unauthorized, unavailable } from "#server/errors.ts";
import type { SignedIn } from "#server/features/users/sessions.service.ts";
import { addressKey } from "#server/web/limits/rate-limits.ts";
import { permitted } from "#server/web/server/open-subscriptions.ts";
import { includesScope, type TokenScope } from "#shared/accounts/token-scopes.ts";
import { formatIssue } from "#shared/operations/issue-words.ts";

import type { Context } from "./context.ts";

/** Users who may call a procedure: everyone, signed-in users, or only admins. */
export type Access = "public" | "protected" | "admin";

/** Metadata of every procedure. */
interface ProcedureMeta {
  access: Access;
  /** True if a session is required, because a token could otherwise create more tokens or outlive its revocation. */
  needsSession?: true;
  /**
   * True for a mutation that only adds a tool, paper, prompt, reading or comment. A token then needs the scope `add`.
   */
  adds?: true;
  /**
   * True for a mutation that changes nothing. It is a mutation so that its input appears in no URL. A token needs the
   * scope `read`.
   */
  reads?: true;
}

/**
 * Authorises a procedure call over tRPC or REST. Counts it against the rate limits and throws if it isn't allowed. A
 * token needs `scope`. Returns the signed-in user.
 */
export async function authorize(
  { app, caller, signedIn }: Context,
  access: Access,
  scope: TokenScope,
): Promise<SignedIn | null> {
  if (signedIn === null) {
    await app.limits.visitors.count(addressKey(caller.ip));
    if (access !== "public") throw unauthorized();
    return null;
  }
  // In a demo, strangers share the accounts.
  const key = app.config.isDemo ? addressKey(caller.ip) : signedIn.user.id;
  await app.limits[scope === "read" ? "reads" : "writes"].count(key);
  if (access === "admin" && signedIn.user.role !== "admin") {
    app.log.warn({ userId: signedIn.user.id }, "refused: admins only");
    throw forbidden();
  }
  const { token } = signedIn;
  if (token && !includesScope(token.scope, scope))
    throw forbidden(`This token may only ${token.scope === "read" ? "read" : "read and add"}.`);
  return signedIn;
}

/** Size of a demo's database, with its log, above which nothing more is stored. */
const MAX_DEMO_BYTES = 128 * 1_000_000;

/** Other mutations that a demo refuses: they change an account, store a file or request another site. */
export const REFUSED_IN_DEMO: readonly string[] = [
  "account.edit",
  "news.fetchAll",
  "news.fetchForTool",
  "pictures.check",
  "readings.lookup",
  "tools.autofill",
  "tools.refreshReleaseNotes",
  "uploads.createAddress",
];
const ALLOWED_IN_DEMO = new Set(["auth.enterDemo", "auth.logout"]);

/**
 * Rejects mutations in a demo if they are for administrators, need a session, or are in `REFUSED_IN_DEMO`. Rejects all
 * mutations while the database is full.
 */
async function refuseInDemo(
  { config, database }: App,
  path: string,
  meta: ProcedureMeta | undefined,
): Promise<void> {
  if (!config.isDemo || ALLOWED_IN_DEMO.has(path)) return;
  if (meta?.access !== "protected" || meta.needsSession || REFUSED_IN_DEMO.includes(path))
    throw forbidden("The demo doesn't allow this. Install StackLoop to use everything.");
  const { bytes, logBytes } = await database.measureSize();
  if (bytes + logBytes > MAX_DEMO_BYTES)
    throw unavailable("The demo is full. Its content is reset every night.");
}

// Validation messages are shown to users, in both tRPC and REST.
z.config({ customError: formatIssue });

const trpc = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    // Stack traces appear only in the log, even in development.
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
interface StreamMessages {
  item: z.ZodType;
  /** True if sent with an id, as `{ id, data }`. */
  isTracked: boolean;
}

/** Messages of each subscription, by output schema. */
export const streamMessages = new WeakMap<object, StreamMessages>();

/** Returns the output schema of a subscription. Its items are not parsed at run time. */
export function streamOf<Item>(item: z.ZodType<Item>) {
  const output = z.custom<AsyncIterable<Item>>();
  streamMessages.set(output, { item, isTracked: false });
  return output;
}

/** Like `streamOf`, for items with ids. */
export function trackedStreamOf<Item>(item: z.ZodType<Item>) {
  const output = z.custom<AsyncIterable<TrackedEnvelope<Item>>>();
  streamMessages.set(output, { item, isTracked: true });
  return output;
}

/** Replaces a missing input with an empty object. */
const baseProcedure = trpc.procedure.use(({ getRawInput, next }) =>
  next({
    async getRawInput() {
      const input = await getRawInput();
      return input === undefined ? {} : input;
    },
  }),
);

const countedProcedure = baseProcedure.use(async ({ ctx, path, type, next }) => {
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
export const publicProcedure = countedProcedure
  .meta({ access: "public" })
  .use(async ({ ctx, path, type, meta, next }) => {
    await authorize(ctx, "public", type === "mutation" ? "write" : "read");
    if (type === "mutation") await refuseInDemo(ctx.app, path, meta);
    return next();
  });

/** Creates a procedure for signed-in users. Their subscriptions end with the session or token. */
const createProcedure = (access: "protected" | "admin") =>
  countedProcedure.meta({ access }).use(async ({ ctx, path, type, meta, signal, next }) => {
    const scope = meta?.reads ? "read" : meta?.adds ? "add" : "write";
    const who = await authorize(ctx, access, type === "mutation" ? scope : "read");
    if (who === null) throw unauthorized();
    if (type === "mutation") await refuseInDemo(ctx.app, path, meta);
    const call = () => next({ ctx: { ...ctx, signedIn: who, user: who.user } });
    if (type !== "subscription" || !signal) return call();
    const permit = ctx.app.subscriptions.open(who, access === "admin", signal);
    const result = await call();
    return result.ok && isAsyncIterable(result.data)
      ? { ...result, data: permitted(permit, result.data, signal) }
      : result;
  });

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** Procedure for every signed-in user. */
export const protectedProcedure = createProcedure("protected");

/** Mutation that only adds, for which a token needs only the scope `add`. */
export const addingProcedure = protectedProcedure.meta({ access: "protected", adds: true });

/** Mutation that changes nothing. It is a mutation so that its input appears in no URL. */
export const readingProcedure = protectedProcedure.meta({ access: "protected", reads: true });

export const adminProcedure = createProcedure("admin");

/** Creates a procedure for account management, which tokens may not use. */
const withSession = (access: "protected" | "admin") =>
  createProcedure(access)
    .meta({ access, needsSession: true })
    .use(({ ctx, next }) => {
      const { signedIn } = ctx;
      if (signedIn.session === null) throw forbidden("A token can't do this. Sign in with your password.");
      return next({ ctx: { signedIn } });
    });

/** Procedure for every user with a session. */
export const sessionProcedure = withSession("protected");

export const adminSessionProcedure = withSession("admin");
