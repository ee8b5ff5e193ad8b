import { z } from "zod";

import { admin, router } from "#server/trpc.ts";
import { sourceHealthSchema } from "#shared/sources.ts";

import { sourcesHealth } from "./sources.service.ts";

export const sourcesRouter = router({
  health: admin.output(z.array(sourceHealthSchema)).query(({ ctx }) => sourcesHealth(ctx.app)),
});
