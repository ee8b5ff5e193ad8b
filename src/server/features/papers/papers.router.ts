import { z } from "zod";

import { admin, router, signedIn } from "#server/trpc.ts";
import { startedJobSchema } from "#shared/jobs.ts";
import {
  paperMarkSchema,
  paperPageSchema,
  paperQuerySchema,
  paperSchema,
  paperStatsSchema,
  summaryAnswerSchema,
} from "#shared/papers.ts";
import { sectionStatusSchema } from "#shared/sources.ts";
import { byId } from "#shared/text.ts";

import { papersStatus, startFetchingPapers } from "./paper-fetch.service.ts";
import { paperStats } from "./paper-stats.service.ts";
import { summarizePaper } from "./paper-summary.service.ts";
import { getPaper, markPaper, queryPapers, visitPapers } from "./papers.service.ts";

export const papersRouter = router({
  list: signedIn
    .input(paperQuerySchema)
    .output(paperPageSchema)
    .query(({ ctx, input }) => queryPapers(ctx.app, ctx.user, input)),
  get: signedIn
    .input(byId)
    .output(paperSchema)
    .query(({ ctx, input }) => getPaper(ctx.app, ctx.user, input.id)),
  status: signedIn.output(sectionStatusSchema).query(({ ctx }) => papersStatus(ctx.app)),
  stats: signedIn.output(paperStatsSchema).query(({ ctx }) => paperStats(ctx.app)),
  mark: signedIn
    .input(paperMarkSchema)
    .output(paperSchema)
    .mutation(({ ctx, input }) => markPaper(ctx.app, ctx.user, input)),
  visit: signedIn.output(z.void()).mutation(({ ctx }) => visitPapers(ctx.app, ctx.user)),
  summarize: signedIn
    .input(byId)
    .output(summaryAnswerSchema)
    .mutation(({ ctx, input }) => summarizePaper(ctx.app, ctx.user, input)),
  fetch: admin.output(startedJobSchema).mutation(({ ctx }) => startFetchingPapers(ctx.app, ctx.user)),
});
