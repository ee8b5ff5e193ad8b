import { adminProcedure, router } from "#server/web/trpc/trpc.ts";
import { systemOverviewSchema } from "#shared/operations/system-attention.ts";

import { systemOverview } from "./system.service.ts";

export const systemRouter = router({
  overview: adminProcedure.output(systemOverviewSchema).query(({ ctx }) => systemOverview(ctx.app)),
});
