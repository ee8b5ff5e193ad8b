import { protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import { searchAnswerSchema, searchRequestSchema } from "#shared/search/search.ts";

import { searchAll } from "./search.service.ts";

export const searchRouter = router({
  all: protectedProcedure
    .input(searchRequestSchema)
    .output(searchAnswerSchema)
    .query(({ ctx, input }) => searchAll(ctx.app, input, ctx.abortSignal())),
});
