import { admin, router } from "#server/trpc.ts";
import { pageOf, pageRequestSchema } from "#shared/paging.ts";
import { byId } from "#shared/text.ts";
import { oneTimeLinkSchema, roleChangeSchema, userSchema } from "#shared/users.ts";

import { changeRole, listUsers, makeInviteLink, makeResetLink } from "./users.service.ts";

export const usersRouter = router({
  list: admin
    .input(pageRequestSchema)
    .output(pageOf(userSchema))
    .query(({ ctx, input }) => listUsers(ctx.app, input)),
  changeRole: admin
    .input(roleChangeSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => changeRole(ctx.app, input)),
  makeResetLink: admin
    .input(byId)
    .output(oneTimeLinkSchema)
    .mutation(({ ctx, input }) => makeResetLink(ctx.app, ctx.user, input)),
  makeInviteLink: admin.output(oneTimeLinkSchema).mutation(({ ctx }) => makeInviteLink(ctx.app, ctx.user)),
});
