import { z } from "zod";

import { protectedProcedure, router, sessionProcedure } from "#server/trpc.ts";
import { pageOf, pageRequestSchema } from "#shared/paging.ts";
import { byId } from "#shared/text.ts";
import { apiTokenSchema, createdTokenSchema, newTokenSchema } from "#shared/tokens.ts";

import { createToken, listTokens, revokeToken } from "./tokens.service.ts";

export const tokensRouter = router({
  list: protectedProcedure
    .input(pageRequestSchema)
    .output(pageOf(apiTokenSchema))
    .query(({ ctx, input }) => listTokens(ctx.app, ctx.user, input)),
  create: sessionProcedure
    .input(newTokenSchema)
    .output(createdTokenSchema)
    .mutation(({ ctx, input }) => createToken(ctx.app, ctx.user, input)),
  revoke: sessionProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeToken(ctx.app, ctx.user, input)),
});
