import { router, protectedProcedure } from "#server/web/trpc/trpc.ts";
import { pictureCheckSchema, pictureVerdictSchema } from "#shared/pictures/uploads.ts";

import { checkPicture } from "./pictures.service.ts";

export const picturesRouter = router({
  check: protectedProcedure
    .input(pictureCheckSchema)
    .output(pictureVerdictSchema)
    .mutation(({ ctx, input }) => checkPicture(ctx.app, ctx.user, input.url)),
});
