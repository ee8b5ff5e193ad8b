import { z } from "zod";

import {
  adminProcedure,
  protectedProcedure,
  router,
  tracked,
  trackedStreamOf,
} from "#server/web/trpc/trpc.ts";
import { exportedFileSchema } from "#shared/export.ts";
import {
  activityFilterSchema,
  activityLineSchema,
  activityRequestSchema,
  markSeenSchema,
  othersChangesRequestSchema,
  othersChangesSchema,
  sinceRequestSchema,
  sinceSchema,
  unseenSchema,
  visitSchema,
} from "#shared/kernel/activity.ts";
import {
  newEventsRequestSchema,
  newEventsSchema,
  liveMessageSchema,
  watchRequestSchema,
} from "#shared/kernel/ledger.ts";
import { pageOf } from "#shared/kernel/paging.ts";

import { exportActivity, listActivity } from "./activity.service.ts";
import { eventsAfter, watchEvents } from "./events.service.ts";
import { changesByOthers, digestSince, markSeenUpTo, recordVisit, unseenCounts } from "./since.service.ts";

export const eventsRouter = router({
  after: protectedProcedure
    .input(newEventsRequestSchema)
    .output(newEventsSchema)
    .query(({ ctx, input }) => eventsAfter(ctx.app, input)),
  list: adminProcedure
    .input(activityRequestSchema)
    .output(pageOf(activityLineSchema))
    .query(({ ctx, input }) => listActivity(ctx.app, input)),
  export: adminProcedure
    .input(activityFilterSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportActivity(ctx.app, input, ctx.abortSignal())),
  watch: protectedProcedure
    .input(watchRequestSchema.default({}))
    .output(trackedStreamOf(liveMessageSchema))
    .subscription(async function* watch({ ctx, input, signal }) {
      const messages = watchEvents(ctx.app, ctx.user, input, signal);
      for await (const { id, message } of messages) yield tracked(id, message);
    }),
  since: protectedProcedure
    .input(sinceRequestSchema.default({}))
    .output(sinceSchema)
    .query(({ ctx, input }) => digestSince(ctx.app, ctx.user, input)),
  byOthers: protectedProcedure
    .input(othersChangesRequestSchema)
    .output(othersChangesSchema)
    .query(({ ctx, input }) => changesByOthers(ctx.app, ctx.user, input)),
  unseen: protectedProcedure.output(unseenSchema).query(({ ctx }) => unseenCounts(ctx.app, ctx.user)),
  visit: protectedProcedure
    .input(visitSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => recordVisit(ctx.app, ctx.user, input)),
  markSeen: protectedProcedure
    .input(markSeenSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => markSeenUpTo(ctx.app, ctx.user, input)),
});
