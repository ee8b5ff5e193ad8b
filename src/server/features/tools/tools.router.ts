import { z } from "zod";

import { admin, router, signedIn } from "#server/trpc.ts";
import { startedJobSchema } from "#shared/jobs.ts";
import { pageOf, pageRequestSchema } from "#shared/paging.ts";
import { byId } from "#shared/text.ts";
import {
  autofillAnswerSchema,
  autofillRequestSchema,
  newToolSchema,
  releaseNoteSchema,
  toolEditSchema,
  toolSchema,
} from "#shared/tools.ts";

import { autofill } from "./autofill.service.ts";
import { refreshReleaseNotes, saveReleaseNote, startRefreshingAll } from "./release-notes.service.ts";
import { addTool, editTool, getTool, listTools, removeTool } from "./tools.service.ts";

const releaseNotesAnswer = z.object({ releaseNotes: toolSchema.shape.releaseNotes, message: z.string() });

export const toolsRouter = router({
  list: signedIn
    .input(pageRequestSchema)
    .output(pageOf(toolSchema))
    .query(({ ctx, input }) => listTools(ctx.app, input)),
  get: signedIn
    .input(byId)
    .output(toolSchema)
    .query(({ ctx, input }) => getTool(ctx.app, input.id)),
  add: signedIn
    .input(newToolSchema)
    .output(toolSchema)
    .mutation(({ ctx, input }) => addTool(ctx.app, ctx.user, input)),
  edit: signedIn
    .input(toolEditSchema)
    .output(toolSchema)
    .mutation(({ ctx, input }) => editTool(ctx.app, input)),
  remove: signedIn
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeTool(ctx.app, input)),
  autofill: signedIn
    .input(autofillRequestSchema)
    .output(autofillAnswerSchema)
    .mutation(({ ctx, input }) => autofill(ctx.app, ctx.user, input)),
  saveReleaseNote: signedIn
    .input(releaseNoteSchema.extend(byId.shape))
    .output(toolSchema)
    .mutation(({ ctx, input }) => saveReleaseNote(ctx.app, input)),
  refreshReleaseNotes: signedIn
    .input(byId)
    .output(releaseNotesAnswer)
    .mutation(({ ctx, input }) => refreshReleaseNotes(ctx.app, ctx.user, input)),
  refreshAllReleaseNotes: admin
    .output(startedJobSchema)
    .mutation(({ ctx }) => startRefreshingAll(ctx.app, ctx.user)),
});
