import { z } from "zod";

import {
  adminProcedure,
  adminSessionProcedure,
  protectedProcedure,
  publicProcedure,
  router,
  sessionProcedure,
} from "#server/web/trpc/trpc.ts";
import { apiTokenSchema, createdTokenSchema, newTokenSchema } from "#shared/accounts/tokens.ts";
import {
  accountEventSchema,
  signInOptionsSchema,
  linkTokenSchema,
  loginSchema,
  managedUserSchema,
  newProviderLinkSchema,
  userCredentialSchema,
  oneTimeLinkSchema,
  userCredentialsRequestSchema,
  passwordChangeSchema,
  passwordResetSchema,
  profileEditSchema,
  providerAddressSchema,
  providerLinkSchema,
  registrationSchema,
  roleSchema,
  sessionSchema,
  userEditSchema,
  userSchema,
} from "#shared/accounts/users.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";

import { deleteUser, editUser, listAccountEvents } from "./account-state.service.ts";
import {
  changePassword,
  describeEntry,
  enterDemo,
  logIn,
  refuseInsecurePage,
  register,
  resetPassword,
} from "./auth.service.ts";
import { describeProviderLink, startProviderLink, unlinkProvider } from "./provider-sign-in.service.ts";
import { endOtherSessions, endOwnSession, listSessions } from "./sessions.service.ts";
import { createToken, listTokens, revokeToken, revokeTokenOfUser } from "./tokens.service.ts";
import { createInviteLink, createResetLink, editProfile, getUser, listUsers } from "./users.service.ts";

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
    .input(userCredentialsRequestSchema)
    .output(pageOf(apiTokenSchema))
    .query(async ({ ctx, input }) => listTokens(ctx.app, await getUser(ctx.app, input.userId), input)),
  revokeOf: adminSessionProcedure
    .input(userCredentialSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeTokenOfUser(ctx.app, ctx.user, input)),
});

/** Procedure that starts a session. */
const signInProcedure = publicProcedure.use(({ ctx, next }) => {
  refuseInsecurePage(ctx.app, ctx.origin);
  return next();
});

export const authRouter = router({
  entry: publicProcedure
    .input(z.object({ token: linkTokenSchema.optional() }))
    .output(signInOptionsSchema)
    .query(({ ctx, input }) => describeEntry(ctx.app, input)),
  register: signInProcedure
    .input(registrationSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await register(ctx.app, ctx.caller, input))),
  login: signInProcedure
    .input(loginSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await logIn(ctx.app, ctx.caller, input))),
  enterDemo: signInProcedure
    .input(z.object({ role: roleSchema }))
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await enterDemo(ctx.app, ctx.caller, input))),
  logout: publicProcedure.output(z.object({ message: z.string() })).mutation(async ({ ctx }) => {
    await ctx.signOut();
    return { message: "Signed out" };
  }),
  resetPassword: signInProcedure
    .input(passwordResetSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await resetPassword(ctx.app, ctx.caller, input))),
});

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
  provider: protectedProcedure
    .output(providerLinkSchema.nullable())
    .query(({ ctx }) => describeProviderLink(ctx.app, ctx.signedIn)),
  linkProvider: sessionProcedure
    .input(newProviderLinkSchema)
    .output(providerAddressSchema)
    .mutation(async ({ ctx, input }) => {
      const { url, setCookie } = await startProviderLink(ctx.app, ctx.caller, ctx.signedIn, input);
      ctx.addCookie(setCookie);
      return { url };
    }),
  unlinkProvider: sessionProcedure
    .output(z.void())
    .mutation(({ ctx }) => unlinkProvider(ctx.app, ctx.signedIn)),
});

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
