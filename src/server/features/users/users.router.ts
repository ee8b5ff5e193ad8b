import { adminProcedure, adminSessionProcedure, router } from "#server/trpc.ts";
import { pageOf, pageRequestSchema } from "#shared/paging.ts";
import { byId } from "#shared/text.ts";
import { oneTimeLinkSchema, roleChangeSchema, userSchema } from "#shared/users.ts";

import { changeRole, listUsers, createInviteLink, createResetLink } from "./users.service.ts";

export const usersRouter = router({
  list: adminProcedure
    .input(pageRequestSchema)
    .output(pageOf(userSchema))
    .query(({ ctx, input }) => listUsers(ctx.app, input)),
  changeRole: adminSessionProcedure
    .input(roleChangeSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => changeRole(ctx.app, input)),
  createResetLink: adminSessionProcedure
    .input(byId)
    .output(oneTimeLinkSchema)
    .mutation(({ ctx, input }) => createResetLink(ctx.app, ctx.user, input)),
  createInviteLink: adminSessionProcedure
    .output(oneTimeLinkSchema)
    .mutation(({ ctx }) => createInviteLink(ctx.app, ctx.user)),
});
