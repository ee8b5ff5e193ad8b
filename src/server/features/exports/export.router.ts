import { exportRadar } from "#server/features/verdicts/radar.service.ts";
import { exportItems } from "#server/kernel/exports/export.service.ts";
import { router, protectedProcedure } from "#server/web/trpc/trpc.ts";
import {
  exportedFileSchema,
  exportRequestSchema,
  tableExportRequestSchema,
  readingExportRequestSchema,
} from "#shared/export.ts";
import { radarFileRequestSchema } from "#shared/verdicts/verdicts.ts";

import { exportTools } from "./export.service.ts";

export const exportRouter = router({
  tools: protectedProcedure
    .input(exportRequestSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportTools(ctx.app, input, ctx.abortSignal())),
  radar: protectedProcedure
    .input(radarFileRequestSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportRadar(ctx.app, input, ctx.abortSignal())),
  prompts: protectedProcedure
    .input(tableExportRequestSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportItems(ctx.app, "prompt", input, ctx.abortSignal())),
  readings: protectedProcedure
    .input(readingExportRequestSchema)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportItems(ctx.app, "reading", input, ctx.abortSignal())),
});
