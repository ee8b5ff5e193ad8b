import { appRouter } from "#server/web/trpc/app-router.ts";
import type { Context } from "#server/web/trpc/context.ts";

/** Returns a caller of procedures for one request. Access, limits and results are checked there, as for REST. */
export const callerOf = (context: Context) => appRouter.createCaller(context);
export type Caller = ReturnType<typeof callerOf>;
