import { z } from "zod";

import {
  adminSessionProcedure,
  protectedProcedure,
  publicProcedure,
  router,
  sessionProcedure,
} from "#server/web/trpc/trpc.ts";
import {
  mailedLinkSchema,
  passwordLinkRequestSchema,
  personalMailEditSchema,
  personalMailSchema,
} from "#shared/mail/personal-mail.ts";

import {
  mailOneTimeLink,
  personalMail,
  requestPasswordLink,
  resendConfirmation,
  savePersonalMail,
} from "./personal-mail.service.ts";

export const mailRouter = router({
  settings: protectedProcedure.output(personalMailSchema).query(({ ctx }) => personalMail(ctx.app, ctx.user)),
  save: sessionProcedure
    .input(personalMailEditSchema)
    .output(personalMailSchema)
    .mutation(({ ctx, input }) => savePersonalMail(ctx.app, ctx.signedIn.user, input)),
  resendConfirmation: sessionProcedure
    .output(personalMailSchema)
    .mutation(({ ctx }) => resendConfirmation(ctx.app, ctx.signedIn.user)),
  requestPasswordLink: publicProcedure
    .input(passwordLinkRequestSchema)
    .output(z.object({ message: z.string() }))
    .mutation(({ ctx, input }) => requestPasswordLink(ctx.app, ctx.caller, input)),
  sendLink: adminSessionProcedure
    .input(mailedLinkSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => mailOneTimeLink(ctx.app, ctx.user, input)),
});
