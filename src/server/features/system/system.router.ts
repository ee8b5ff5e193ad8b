import { z } from "zod";

import { adminProcedure, adminSessionProcedure, router } from "#server/web/trpc/trpc.ts";
import { systemOverviewSchema } from "#shared/operations/system-attention.ts";
import { releaseCheckSchema } from "#shared/operations/system.ts";

import { switchReleaseCheck } from "./release-check.service.ts";
import { systemOverview } from "./system.service.ts";

export const systemRouter = router({
  overview: adminProcedure.output(systemOverviewSchema).query(({ ctx }) => systemOverview(ctx.app)),
  checkReleases: adminSessionProcedure
    .input(releaseCheckSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => switchReleaseCheck(ctx.app, ctx.user, input)),
});
