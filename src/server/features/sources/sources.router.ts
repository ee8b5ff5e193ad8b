import { z } from "zod";

import { adminProcedure, router } from "#server/web/trpc/trpc.ts";
import { sourceHealthSchema } from "#shared/news/sources.ts";

import { sourcesHealth } from "./sources.service.ts";

export const sourcesRouter = router({
  health: adminProcedure.output(z.array(sourceHealthSchema)).query(({ ctx }) => sourcesHealth(ctx.app)),
});
