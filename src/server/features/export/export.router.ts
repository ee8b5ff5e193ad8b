import { router, signedIn } from "#server/trpc.ts";
import { exportedFileSchema, exportRequestSchema } from "#shared/export.ts";

import { exportTools } from "./export.service.ts";

export const exportRouter = router({
  tools: signedIn
    .input(exportRequestSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportTools(ctx.app, input)),
});
