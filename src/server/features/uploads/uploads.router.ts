import { router, protectedProcedure } from "#server/web/trpc/trpc.ts";
import { uploadAddressSchema, uploadRequestSchema } from "#shared/pictures/uploads.ts";

import { createUploadAddress } from "./uploads.service.ts";

export const uploadsRouter = router({
  createAddress: protectedProcedure
    .input(uploadRequestSchema)
    .output(uploadAddressSchema)
    .mutation(({ ctx, input }) => createUploadAddress(ctx.app, ctx.user, input)),
});
