import { z } from "zod";

import { router, signedIn } from "#server/trpc.ts";
import { pageOf, pageRequestSchema } from "#shared/paging.ts";
import {
  newPromptSchema,
  promptEditSchema,
  promptRestoreSchema,
  promptSchema,
  promptVersionSchema,
} from "#shared/prompts.ts";
import { byId } from "#shared/text.ts";

import { listVersions, restoreVersion } from "./prompt-versions.service.ts";
import { addPrompt, editPrompt, getPrompt, listPrompts, removePrompt } from "./prompts.service.ts";

export const promptsRouter = router({
  list: signedIn
    .input(pageRequestSchema)
    .output(pageOf(promptSchema))
    .query(({ ctx, input }) => listPrompts(ctx.app, input)),
  get: signedIn
    .input(byId)
    .output(promptSchema)
    .query(({ ctx, input }) => getPrompt(ctx.app, input.id)),
  add: signedIn
    .input(newPromptSchema)
    .output(promptSchema)
    .mutation(({ ctx, input }) => addPrompt(ctx.app, ctx.user, input)),
  edit: signedIn
    .input(promptEditSchema)
    .output(promptSchema)
    .mutation(({ ctx, input }) => editPrompt(ctx.app, ctx.user, input)),
  remove: signedIn
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => removePrompt(ctx.app, input)),
  versions: signedIn
    .input(pageRequestSchema.extend(byId.shape))
    .output(pageOf(promptVersionSchema))
    .query(({ ctx, input }) => listVersions(ctx.app, input)),
  restore: signedIn
    .input(promptRestoreSchema)
    .output(promptSchema)
    .mutation(({ ctx, input }) => restoreVersion(ctx.app, ctx.user, input)),
});
