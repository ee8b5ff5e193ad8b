import { importPrompts } from "#server/features/prompts/prompts.service.ts";
import { getUndo, undoImport } from "#server/kernel/imports/import-undo.service.ts";
import { router, protectedProcedure } from "#server/web/trpc/trpc.ts";
import { promptImportRequestSchema } from "#shared/imports/prompts/prompt-import.ts";
import { readingImportRequestSchema } from "#shared/imports/reading-import.ts";
import {
  bibtexRequestSchema,
  bibtexRowsSchema,
  importReportSchema,
  undoImportSchema,
  undoneImportSchema,
} from "#shared/imports/request.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";

import { bibtexRows, importReadings, importStarterTools, importTools } from "./import.service.ts";

export const importRouter = router({
  tools: protectedProcedure
    .input(importRequestSchema)
    .output(importReportSchema)
    .mutation(({ ctx, input }) => importTools(ctx.app, ctx.user, input, ctx.abortSignal())),
  starterTools: protectedProcedure
    .output(importReportSchema)
    .mutation(({ ctx }) => importStarterTools(ctx.app, ctx.user, ctx.abortSignal())),
  prompts: protectedProcedure
    .input(promptImportRequestSchema)
    .output(importReportSchema)
    .mutation(({ ctx, input }) => importPrompts(ctx.app, ctx.user, input, ctx.abortSignal())),
  bibtexRows: protectedProcedure
    .input(bibtexRequestSchema)
    .output(bibtexRowsSchema)
    .mutation(({ ctx, input }) => bibtexRows(ctx.app, input, ctx.abortSignal())),
  readings: protectedProcedure
    .input(readingImportRequestSchema)
    .output(importReportSchema)
    .mutation(({ ctx, input }) => importReadings(ctx.app, ctx.user, input, ctx.abortSignal())),
  undo: protectedProcedure
    .input(undoImportSchema)
    .output(undoneImportSchema)
    .mutation(({ ctx, input }) => undoImport(ctx.app, ctx.user, input)),
  getUndo: protectedProcedure
    .input(undoImportSchema)
    .output(undoneImportSchema)
    .query(({ ctx, input }) => getUndo(ctx.app, ctx.user, input)),
});
