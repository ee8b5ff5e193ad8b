import { z } from "zod";

import { publicProcedure, router } from "#server/trpc.ts";
import {
  entrySchema,
  linkTokenSchema,
  loginSchema,
  passwordResetSchema,
  registrationSchema,
  userSchema,
} from "#shared/users.ts";

import { describeEntry, logIn, register, resetPassword } from "./auth.service.ts";

export const authRouter = router({
  entry: publicProcedure
    .input(z.object({ token: linkTokenSchema.optional() }))
    .output(entrySchema)
    .query(({ ctx, input }) => describeEntry(ctx.app, input)),
  register: publicProcedure
    .input(registrationSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await register(ctx.app, ctx.caller, input))),
  login: publicProcedure
    .input(loginSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await logIn(ctx.app, ctx.caller, input))),
  logout: publicProcedure.output(z.object({ message: z.string() })).mutation(async ({ ctx }) => {
    await ctx.signOut();
    return { message: "Signed out" };
  }),
  resetPassword: publicProcedure
    .input(passwordResetSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await resetPassword(ctx.app, ctx.caller, input))),
});
