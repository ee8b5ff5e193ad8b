import { appRouter } from "#server/web/trpc/app-router.ts";
import type { Context } from "#server/web/trpc/context.ts";

/** Calls procedures for one request of an assistant, as REST does: access, limits and what they give are checked there. */
export const callerOf = (context: Context) => appRouter.createCaller(context);
export type Caller = ReturnType<typeof callerOf>;
