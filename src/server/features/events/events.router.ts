import { adminProcedure, protectedProcedure, router } from "#server/trpc.ts";
import { activityFilterSchema, activityLineSchema, activityRequestSchema } from "#shared/activity.ts";
import { exportedFileSchema } from "#shared/export.ts";
import { eventsAfterRequestSchema, eventsAfterSchema } from "#shared/ledger.ts";
import { pageOf } from "#shared/paging.ts";

import { exportActivity, listActivity } from "./activity.service.ts";
import { eventsAfter } from "./events.service.ts";

export const eventsRouter = router({
  after: protectedProcedure
    .input(eventsAfterRequestSchema)
    .output(eventsAfterSchema)
    .query(({ ctx, input }) => eventsAfter(ctx.app, input)),
  list: adminProcedure
    .input(activityRequestSchema)
    .output(pageOf(activityLineSchema))
    .query(({ ctx, input }) => listActivity(ctx.app, input)),
  export: adminProcedure
    .input(activityFilterSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportActivity(ctx.app, input, ctx.callerGone())),
});
