import { protectedProcedure, readingProcedure, router } from "#server/web/trpc/trpc.ts";
import { savedSchema, savePlanRequestSchema, savePlanSchema, saveRequestSchema } from "#shared/save/save.ts";

import { planSave, save } from "./save.service.ts";

export const saveRouter = router({
  /** A mutation, although it stores nothing, because it requests the page. */
  plan: readingProcedure
    .input(savePlanRequestSchema)
    .output(savePlanSchema)
    .mutation(({ ctx, input }) => planSave(ctx.app, ctx.user, input)),
  add: protectedProcedure
    .input(saveRequestSchema)
    .output(savedSchema)
    .mutation(({ ctx, input }) => save(ctx.app, ctx.user, input)),
});
