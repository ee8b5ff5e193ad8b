import { z } from "zod";

import { protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import {
  briefDraftSchema,
  briefFileRequestSchema,
  briefPageSchema,
  briefRequestSchema,
  listedBriefSchema,
  openBriefSchema,
  publishedBriefFileRequestSchema,
  publishedBriefSchema,
} from "#shared/brief/briefs.ts";
import { exportedFileSchema } from "#shared/export.ts";
import { pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";

import {
  exportBrief,
  exportPublishedBrief,
  getBrief,
  listBriefs,
  openBrief,
  publishBrief,
  removeBrief,
  saveDraft,
} from "./briefs.service.ts";

export const briefsRouter = router({
  open: protectedProcedure
    .input(briefRequestSchema)
    .output(openBriefSchema)
    .query(({ ctx, input }) => openBrief(ctx.app, ctx.user, input, ctx.abortSignal())),
  export: protectedProcedure
    .input(briefFileRequestSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportBrief(ctx.app, ctx.user, input, ctx.abortSignal())),
  saveDraft: protectedProcedure
    .input(briefDraftSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => saveDraft(ctx.app, ctx.user, input)),
  publish: protectedProcedure
    .input(briefDraftSchema)
    .output(listedBriefSchema)
    .mutation(({ ctx, input }) => publishBrief(ctx.app, ctx.user, input, ctx.abortSignal())),
  list: protectedProcedure
    .input(pageRequestSchema)
    .output(briefPageSchema)
    .query(({ ctx, input }) => listBriefs(ctx.app, input)),
  get: protectedProcedure
    .input(byId)
    .output(publishedBriefSchema)
    .query(({ ctx, input }) => getBrief(ctx.app, ctx.user, input)),
  exportPublished: protectedProcedure
    .input(publishedBriefFileRequestSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportPublishedBrief(ctx.app, ctx.user, input, ctx.abortSignal())),
  remove: protectedProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeBrief(ctx.app, ctx.user, input)),
});
