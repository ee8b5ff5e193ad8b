import { z } from "zod";

import { protectedProcedure, router, sessionProcedure } from "#server/web/trpc/trpc.ts";
import {
  passwordChangeSchema,
  profileEditSchema,
  sessionSchema,
  userSchema,
} from "#shared/accounts/users.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";

import { changePassword, editProfile } from "./account.service.ts";
import { endOtherSessions, endOwnSession, listSessions } from "./sessions.service.ts";

export const accountRouter = router({
  me: protectedProcedure.output(userSchema).query(({ ctx }) => ctx.user),
  edit: protectedProcedure
    .input(profileEditSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => editProfile(ctx.app, ctx.signedIn, input)),
  changePassword: sessionProcedure
    .input(passwordChangeSchema)
    .output(userSchema)
    .mutation(({ ctx, input }) => changePassword(ctx.app, ctx.caller, ctx.signedIn, input)),
  sessions: protectedProcedure
    .input(pageRequestSchema)
    .output(pageOf(sessionSchema))
    .query(({ ctx, input }) => listSessions(ctx.app, ctx.signedIn, input)),
  endSession: sessionProcedure
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => endOwnSession(ctx.app, ctx.signedIn, input)),
  endOtherSessions: sessionProcedure
    .output(z.void())
    .mutation(({ ctx }) => endOtherSessions(ctx.app, ctx.signedIn)),
});
