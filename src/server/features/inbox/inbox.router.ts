import { z } from "zod";

import { protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import {
  doneTogetherSchema,
  entryDoneSchema,
  inboxCountSchema,
  inboxEntrySchema,
  inboxRequestSchema,
  watchChangeSchema,
  watchOfSchema,
  watchSchema,
} from "#shared/inbox/inbox.ts";
import { pageOf } from "#shared/kernel/paging.ts";

import {
  countOpen,
  findWatchLevel,
  listEntries,
  reopenEntries,
  setAllDone,
  setDone,
  setWatchLevel,
} from "./inbox.service.ts";

export const inboxRouter = router({
  list: protectedProcedure
    .input(inboxRequestSchema)
    .output(pageOf(inboxEntrySchema))
    .query(({ ctx, input }) => listEntries(ctx.app, ctx.user, input)),
  count: protectedProcedure.output(inboxCountSchema).query(({ ctx }) => countOpen(ctx.app, ctx.user)),
  done: protectedProcedure
    .input(entryDoneSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => setDone(ctx.app, ctx.user, input)),
  doneAll: protectedProcedure.output(doneTogetherSchema).mutation(({ ctx }) => setAllDone(ctx.app, ctx.user)),
  reopen: protectedProcedure
    .input(doneTogetherSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => reopenEntries(ctx.app, ctx.user, input)),
});

export const watchesRouter = router({
  get: protectedProcedure
    .input(watchOfSchema)
    .output(watchSchema)
    .query(({ ctx, input }) => findWatchLevel(ctx.app, ctx.user, input)),
  set: protectedProcedure
    .input(watchChangeSchema)
    .output(watchSchema)
    .mutation(({ ctx, input }) => setWatchLevel(ctx.app, ctx.user, input)),
});
