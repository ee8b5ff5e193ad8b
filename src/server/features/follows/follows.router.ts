import { z } from "zod";

import {
  adminProcedure,
  adminSessionProcedure,
  protectedProcedure,
  router,
  sessionProcedure,
} from "#server/web/trpc/trpc.ts";
import { userCredentialSchema, userCredentialsRequestSchema } from "#shared/accounts/users.ts";
import { createdFollowSchema, followSchema, newFollowSchema } from "#shared/follows.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";

import {
  createFollow,
  listFollows,
  listFollowsOfUser,
  removeFollow,
  removeFollowOfUser,
} from "./follows.service.ts";

export const followsRouter = router({
  list: protectedProcedure
    .input(pageRequestSchema)
    .output(pageOf(followSchema))
    .query(({ ctx, input }) => listFollows(ctx.app, ctx.user, input)),
  create: sessionProcedure
    .input(newFollowSchema)
    .output(createdFollowSchema)
    .mutation(({ ctx, input }) => createFollow(ctx.app, ctx.user, input)),
  remove: sessionProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeFollow(ctx.app, ctx.user, input)),
  listOf: adminProcedure
    .input(userCredentialsRequestSchema)
    .output(pageOf(followSchema))
    .query(({ ctx, input }) => listFollowsOfUser(ctx.app, input)),
  removeOf: adminSessionProcedure
    .input(userCredentialSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => removeFollowOfUser(ctx.app, ctx.user, input)),
});
