import { listVersions, restoreVersion } from "#server/kernel/items/history.service.ts";
import { listItems } from "#server/kernel/items/library.service.ts";
import { addingProcedure, router, protectedProcedure } from "#server/web/trpc/trpc.ts";
import { removalRequestSchema, removalSchema } from "#shared/kernel/deletions.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";
import { restoreRequestSchema, versionsRequestSchema } from "#shared/kernel/versions.ts";
import {
  newPromptSchema,
  promptEditSchema,
  promptFlagsSchema,
  promptSchema,
  promptStarsSchema,
  promptVersionSchema,
} from "#shared/prompts/prompts.ts";

import {
  addPrompt,
  editPrompt,
  getPrompt,
  listPromptStars,
  promptLibrary,
  removePrompt,
  setPromptFlags,
} from "./prompts.service.ts";

export const promptsRouter = router({
  list: protectedProcedure
    .input(pageRequestSchema)
    .output(pageOf(promptSchema))
    .query(({ ctx, input }) => listItems(ctx.app, promptLibrary, input)),
  get: protectedProcedure
    .input(byId)
    .output(promptSchema)
    .query(({ ctx, input }) => getPrompt(ctx.app, input.id)),
  add: addingProcedure
    .input(newPromptSchema)
    .output(promptSchema)
    .mutation(({ ctx, input }) => addPrompt(ctx.app, ctx.user, input)),
  edit: protectedProcedure
    .input(promptEditSchema)
    .output(promptSchema)
    .mutation(({ ctx, input }) => editPrompt(ctx.app, ctx.user, input)),
  remove: protectedProcedure
    .input(removalRequestSchema)
    .output(removalSchema)
    .mutation(({ ctx, input }) => removePrompt(ctx.app, ctx.user, input)),
  versions: protectedProcedure
    .input(versionsRequestSchema)
    .output(pageOf(promptVersionSchema))
    .query(({ ctx, input }) => listVersions(ctx.app, promptLibrary, input)),
  restore: protectedProcedure
    .input(restoreRequestSchema)
    .output(promptSchema)
    .mutation(({ ctx, input }) => restoreVersion(ctx.app, promptLibrary, ctx.user, input)),
  mark: protectedProcedure
    .input(promptFlagsSchema)
    .output(promptStarsSchema)
    .mutation(({ ctx, input }) => setPromptFlags(ctx.app, ctx.user, input)),
  stars: protectedProcedure
    .output(pageOf(promptStarsSchema))
    .query(({ ctx }) => listPromptStars(ctx.app, ctx.user)),
});
