import { z } from "zod";

import { protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId, idSchema } from "#shared/kernel/text.ts";
import {
  newRatingSchema,
  promptRatingsSchema,
  ratedPromptSchema,
  ratingKeySchema,
} from "#shared/prompts/prompts.ts";

import { promptRatings, promptsInTool, ratePrompt, removeRating } from "./ratings.service.ts";

export const ratingsRouter = router({
  of: protectedProcedure
    .input(byId)
    .output(promptRatingsSchema)
    .query(({ ctx, input }) => promptRatings(ctx.app, input)),
  inTool: protectedProcedure
    .input(pageRequestSchema.extend({ toolId: idSchema }))
    .output(pageOf(ratedPromptSchema))
    .query(({ ctx, input }) => promptsInTool(ctx.app, input)),
  save: protectedProcedure
    .input(newRatingSchema)
    .output(promptRatingsSchema)
    .mutation(({ ctx, input }) => ratePrompt(ctx.app, ctx.user, input)),
  remove: protectedProcedure
    .input(ratingKeySchema)
    .output(z.void())
    .mutation(({ ctx, input }) => removeRating(ctx.app, ctx.user, input)),
});
