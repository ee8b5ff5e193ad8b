import { z } from "zod";

import { open, router } from "#server/trpc.ts";
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
  entry: open
    .input(z.object({ token: linkTokenSchema.optional() }))
    .output(entrySchema)
    .query(({ ctx, input }) => describeEntry(ctx.app, input)),
  register: open
    .input(registrationSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await register(ctx.app, ctx.caller, input))),
  login: open
    .input(loginSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await logIn(ctx.app, ctx.caller, input))),
  logout: open.output(z.object({ message: z.string() })).mutation(async ({ ctx }) => {
    await ctx.signOut();
    return { message: "Signed out" };
  }),
  resetPassword: open
    .input(passwordResetSchema)
    .output(userSchema)
    .mutation(async ({ ctx, input }) => ctx.signIn(await resetPassword(ctx.app, ctx.caller, input))),
});
