import { z } from "zod";

import { adminProcedure, adminSessionProcedure, router } from "#server/web/trpc/trpc.ts";
import { pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";
import {
  createdSharedPageSchema,
  newSharedPageSchema,
  sharedPagesSchema,
} from "#shared/shared-pages/shared-pages.ts";

import { createSharedPage, listSharedPages, revokeSharedPage } from "./shared-pages.service.ts";

export const sharedPagesRouter = router({
  list: adminProcedure
    .input(pageRequestSchema)
    .output(sharedPagesSchema)
    .query(({ ctx, input }) => listSharedPages(ctx.app, input)),
  create: adminSessionProcedure
    .input(newSharedPageSchema)
    .output(createdSharedPageSchema)
    .mutation(({ ctx, input }) => createSharedPage(ctx.app, ctx.user, input)),
  revoke: adminSessionProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeSharedPage(ctx.app, ctx.user, input)),
});
