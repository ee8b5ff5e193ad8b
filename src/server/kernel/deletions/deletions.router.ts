import { z } from "zod";

import { adminProcedure, protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import { deletionSchema, restoredSchema } from "#shared/kernel/deletions.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";

import { listDeletions, purgeDeletion, restoreDeletion } from "./deletions.service.ts";

export const deletionsRouter = router({
  list: adminProcedure
    .input(pageRequestSchema)
    .output(pageOf(deletionSchema))
    .query(({ ctx, input }) => listDeletions(ctx.app, input)),
  restore: protectedProcedure
    .input(byId)
    .output(restoredSchema)
    .mutation(({ ctx, input }) => restoreDeletion(ctx.app, ctx.user, input)),
  purge: adminProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => purgeDeletion(ctx.app, ctx.user, input)),
});
