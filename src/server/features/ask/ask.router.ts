import { protectedProcedure, readingProcedure, router } from "#server/web/trpc/trpc.ts";
import { askAnswerSchema, askRequestSchema, openQuestionsSchema } from "#shared/search/ask.ts";

import { answer, openQuestions } from "./ask.service.ts";

export const askRouter = router({
  /** A mutation, so that questions don't appear in URLs and access logs. */
  ask: readingProcedure
    .input(askRequestSchema)
    .output(askAnswerSchema)
    .mutation(({ ctx, input }) => answer(ctx.app, ctx.user.id, input, ctx.abortSignal())),
  questions: protectedProcedure.output(openQuestionsSchema).query(({ ctx }) => openQuestions(ctx.app)),
});
