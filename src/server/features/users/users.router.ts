import { z } from "zod";

import { adminProcedure, adminSessionProcedure, router } from "#server/web/trpc/trpc.ts";
import {
  accountEventSchema,
  managedUserSchema,
  oneTimeLinkSchema,
  userEditSchema,
} from "#shared/accounts/users.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";

import { listAccountEvents } from "./account-log.service.ts";
import { deleteUser, editUser } from "./account-state.service.ts";
import { createInviteLink, createResetLink, listUsers } from "./users.service.ts";

export const usersRouter = router({
  list: adminProcedure
    .input(pageRequestSchema)
    .output(pageOf(managedUserSchema))
    .query(({ ctx, input }) => listUsers(ctx.app, input)),
  edit: adminSessionProcedure
    .input(userEditSchema)
    .output(managedUserSchema)
    .mutation(({ ctx, input }) => editUser(ctx.app, ctx.user, input)),
  remove: adminSessionProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteUser(ctx.app, ctx.user, input)),
  events: adminProcedure
    .input(pageRequestSchema)
    .output(pageOf(accountEventSchema))
    .query(({ ctx, input }) => listAccountEvents(ctx.app, input)),
  createResetLink: adminSessionProcedure
    .input(byId)
    .output(oneTimeLinkSchema)
    .mutation(({ ctx, input }) => createResetLink(ctx.app, ctx.user, input)),
  createInviteLink: adminSessionProcedure
    .output(oneTimeLinkSchema)
    .mutation(({ ctx }) => createInviteLink(ctx.app, ctx.user)),
});
