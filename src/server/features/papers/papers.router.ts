import { z } from "zod";

import { addingProcedure, adminProcedure, protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import { byId } from "#shared/kernel/text.ts";
import { sectionStatusSchema } from "#shared/news/sources.ts";
import { startedJobSchema } from "#shared/operations/jobs.ts";
import {
  addedPaperSchema,
  newPaperSchema,
  paperFlagsSchema,
  paperPageSchema,
  paperQuerySchema,
  paperSchema,
  paperStatsSchema,
  similarPaperSchema,
  summaryAnswerSchema,
} from "#shared/papers/papers.ts";

import { addPaper, papersStatus, startFetchingPapers } from "./paper-fetch.service.ts";
import { summarizePaper } from "./paper-summary.service.ts";
import {
  getPaper,
  paperStats,
  queryPapers,
  setPaperFlags,
  similarPapers,
  visitPapers,
} from "./papers.service.ts";

export const papersRouter = router({
  list: protectedProcedure
    .input(paperQuerySchema)
    .output(paperPageSchema)
    .query(({ ctx, input }) => queryPapers(ctx.app, ctx.user, input)),
  get: protectedProcedure
    .input(byId)
    .output(paperSchema)
    .query(({ ctx, input }) => getPaper(ctx.app, ctx.user, input.id)),
  add: addingProcedure
    .input(newPaperSchema)
    .output(addedPaperSchema)
    .mutation(({ ctx, input }) => addPaper(ctx.app, ctx.user, input)),
  status: protectedProcedure.output(sectionStatusSchema).query(({ ctx }) => papersStatus(ctx.app)),
  stats: protectedProcedure.output(paperStatsSchema).query(({ ctx }) => paperStats(ctx.app)),
  similar: protectedProcedure
    .input(byId)
    .output(z.array(similarPaperSchema))
    .query(({ ctx, input }) => similarPapers(ctx.app, ctx.user, input.id)),
  mark: protectedProcedure
    .input(paperFlagsSchema)
    .output(paperSchema)
    .mutation(({ ctx, input }) => setPaperFlags(ctx.app, ctx.user, input)),
  visit: protectedProcedure.output(z.void()).mutation(({ ctx }) => visitPapers(ctx.app, ctx.user)),
  summarize: protectedProcedure
    .input(byId)
    .output(summaryAnswerSchema)
    .mutation(({ ctx, input }) => summarizePaper(ctx.app, ctx.user, input)),
  fetch: adminProcedure
    .output(startedJobSchema)
    .mutation(({ ctx }) => startFetchingPapers(ctx.app, ctx.user)),
});
