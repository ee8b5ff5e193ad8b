import { z } from "zod";

import { adminProcedure, router, protectedProcedure, streamOf } from "#server/web/trpc/trpc.ts";
import { byId } from "#shared/kernel/text.ts";
import {
  jobNameSchema,
  jobOverviewSchema,
  runOutcomeSchema,
  startedJobSchema,
} from "#shared/operations/jobs.ts";

import { followRun, jobsOverview, startJob, watchJobs } from "./jobs.service.ts";

export const jobsRouter = router({
  overview: adminProcedure.output(z.array(jobOverviewSchema)).query(({ ctx }) => jobsOverview(ctx.app)),
  start: adminProcedure
    .input(z.object({ name: jobNameSchema }))
    .output(startedJobSchema)
    .mutation(({ ctx, input }) => startJob(ctx.app, ctx.user, { name: input.name, message: "Job started" })),
  follow: protectedProcedure
    .input(byId)
    .output(streamOf(runOutcomeSchema))
    .subscription(({ ctx, input, signal }) => followRun(ctx.app, ctx.user, input, signal)),
  watch: adminProcedure
    .output(streamOf(z.array(jobOverviewSchema)))
    .subscription(({ ctx, signal }) => watchJobs(ctx.app, signal)),
});
