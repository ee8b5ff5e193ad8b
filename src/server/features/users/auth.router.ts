import { z } from "zod";

import { publicProcedure, router } from "#server/web/trpc/trpc.ts";
import {
  entrySchema,
  linkTokenSchema,
  loginSchema,
  passwordResetSchema,
  registrationSchema,
  userSchema,
} from "#shared/accounts/users.ts";

import { describeEntry, logIn, refuseInsecurePage, register, resetPassword } from "./auth.service.ts";

/** Procedure for calls that start a session. */
const signInProcedure = publicProcedure.use(({ ctx, next }) => {
  refuseInsecurePage(ctx.app, ctx.origin);
  return next();
});

export const authRouter = router({
  entry: publicProcedure
    .input(z.object({ token: linkTokenSchema.optional() }))
    .output(entrySchema)
    .query(({ ctx, input }) => describeEntry(ctx.app, input)),
  register: signInProcedure
    .input(registrationSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await register(ctx.app, ctx.caller, input))),
  login: signInProcedure
    .input(loginSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await logIn(ctx.app, ctx.caller, input))),
  logout: publicProcedure.output(z.object({ message: z.string() })).mutation(async ({ ctx }) => {
    await ctx.signOut();
    return { message: "Signed out" };
  }),
  resetPassword: signInProcedure
    .input(passwordResetSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await resetPassword(ctx.app, ctx.caller, input))),
});
