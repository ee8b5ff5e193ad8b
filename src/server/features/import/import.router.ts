import { router, signedIn } from "#server/trpc.ts";
import { importReportSchema } from "#shared/import-request.ts";
import { promptImportRequestSchema } from "#shared/prompt-import.ts";
import { readingImportRequestSchema } from "#shared/reading-import.ts";
import { importRequestSchema } from "#shared/tool-import.ts";

import { importStarterTools, importTools } from "./import.service.ts";
import { importPrompts } from "./prompt-import.service.ts";
import { importReadings } from "./reading-import.service.ts";

export const importRouter = router({
  tools: signedIn
    .input(importRequestSchema)
    .output(importReportSchema)
    .mutation(({ ctx, input }) => importTools(ctx.app, ctx.user, input)),
  starterTools: signedIn
    .output(importReportSchema)
    .mutation(({ ctx }) => importStarterTools(ctx.app, ctx.user)),
  prompts: signedIn
    .input(promptImportRequestSchema)
    .output(importReportSchema)
    .mutation(({ ctx, input }) => importPrompts(ctx.app, ctx.user, input)),
  readings: signedIn
    .input(readingImportRequestSchema)
    .output(importReportSchema)
    .mutation(({ ctx, input }) => importReadings(ctx.app, ctx.user, input)),
});
