import { z } from "zod";

import {
  adminProcedure,
  adminSessionProcedure,
  protectedProcedure,
  router,
  sessionProcedure,
} from "#server/web/trpc/trpc.ts";
import { apiTokenSchema, createdTokenSchema, newTokenSchema } from "#shared/accounts/tokens.ts";
import { ofUserSchema, pageOfUserSchema } from "#shared/accounts/users.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";

import { createToken, listTokens, revokeToken, revokeTokenOf } from "./tokens.service.ts";
import { getUser } from "./users.service.ts";

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
  listOf: adminProcedure
    .input(pageOfUserSchema)
    .output(pageOf(apiTokenSchema))
    .query(async ({ ctx, input }) => listTokens(ctx.app, await getUser(ctx.app, input.userId), input)),
  revokeOf: adminSessionProcedure
    .input(ofUserSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeTokenOf(ctx.app, ctx.user, input)),
});
