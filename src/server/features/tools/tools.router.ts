import { z } from "zod";

import { listVersions, restoreVersion } from "#server/kernel/items/history.service.ts";
import { addingProcedure, adminProcedure, protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import { removalRequestSchema, removalSchema } from "#shared/kernel/deletions.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";
import { restoreRequestSchema, versionsRequestSchema } from "#shared/kernel/versions.ts";
import { startedJobSchema } from "#shared/operations/jobs.ts";
import { releaseNoteSchema } from "#shared/tools/release-notes.ts";
import {
  addedToolSchema,
  autofillAnswerSchema,
  autofillRequestSchema,
  newToolSchema,
  similarRequestSchema,
  similarToolSchema,
  toolEditSchema,
  toolNamesSchema,
  toolSchema,
  toolVersionSchema,
} from "#shared/tools/tools.ts";

import { autofill } from "./autofill.service.ts";
import { refreshReleaseNotes, saveReleaseNote, startRefreshingAll } from "./release-notes.service.ts";
import {
  addToolAndCompare,
  editTool,
  getTool,
  listToolNames,
  listTools,
  removeTool,
  toolLibrary,
  similarTools,
} from "./tools.service.ts";

const releaseNotesAnswer = z.object({ releaseNotes: toolSchema.shape.releaseNotes, message: z.string() });

export const toolsRouter = router({
  list: protectedProcedure
    .input(pageRequestSchema)
    .output(pageOf(toolSchema))
    .query(({ ctx, input }) => listTools(ctx.app, input)),
  names: protectedProcedure.output(toolNamesSchema).query(({ ctx }) => listToolNames(ctx.app)),
  get: protectedProcedure
    .input(byId)
    .output(toolSchema)
    .query(({ ctx, input }) => getTool(ctx.app, input.id)),
  add: addingProcedure
    .input(newToolSchema)
    .output(addedToolSchema)
    .mutation(({ ctx, input }) => addToolAndCompare(ctx.app, ctx.user, input)),
  similar: protectedProcedure
    .input(similarRequestSchema)
    .output(z.array(similarToolSchema))
    .query(({ ctx, input }) => similarTools(ctx.app, input)),
  edit: protectedProcedure
    .input(toolEditSchema)
    .output(toolSchema)
    .mutation(({ ctx, input }) => editTool(ctx.app, ctx.user, input)),
  remove: protectedProcedure
    .input(removalRequestSchema)
    .output(removalSchema)
    .mutation(({ ctx, input }) => removeTool(ctx.app, ctx.user, input)),
  versions: protectedProcedure
    .input(versionsRequestSchema)
    .output(pageOf(toolVersionSchema))
    .query(({ ctx, input }) => listVersions(ctx.app, toolLibrary, input)),
  restore: protectedProcedure
    .input(restoreRequestSchema)
    .output(toolSchema)
    .mutation(({ ctx, input }) => restoreVersion(ctx.app, toolLibrary, ctx.user, input)),
  autofill: protectedProcedure
    .input(autofillRequestSchema)
    .output(autofillAnswerSchema)
    .mutation(({ ctx, input }) => autofill(ctx.app, ctx.user, input)),
  saveReleaseNote: protectedProcedure
    .input(releaseNoteSchema.extend(byId.shape))
    .output(toolSchema)
    .mutation(({ ctx, input }) => saveReleaseNote(ctx.app, ctx.user, input)),
  refreshReleaseNotes: protectedProcedure
    .input(byId)
    .output(releaseNotesAnswer)
    .mutation(({ ctx, input }) => refreshReleaseNotes(ctx.app, ctx.user, input)),
  refreshAllReleaseNotes: adminProcedure
    .output(startedJobSchema)
    .mutation(({ ctx }) => startRefreshingAll(ctx.app, ctx.user)),
});
