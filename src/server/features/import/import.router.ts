import { router, signedIn } from "#server/trpc.ts";
import { importReportSchema, importRequestSchema } from "#shared/tool-import.ts";

import { importStarterTools, importTools } from "./import.service.ts";

export const importRouter = router({
  tools: signedIn
    .input(importRequestSchema)
    .output(importReportSchema)
    .mutation(({ ctx, input }) => importTools(ctx.app, ctx.user, input)),
  starterTools: signedIn
    .output(importReportSchema)
    .mutation(({ ctx }) => importStarterTools(ctx.app, ctx.user)),
});
