import { protectedProcedure, router } from "#server/trpc.ts";
import { linkSchema, newLinkSchema } from "#shared/links.ts";

import { addLink } from "./links.service.ts";

export const linksRouter = router({
  add: protectedProcedure
    .input(newLinkSchema)
    .output(linkSchema)
    .mutation(({ ctx, input }) => addLink(ctx.app, ctx.user, input)),
});
