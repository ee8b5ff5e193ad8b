import { adminSessionProcedure, protectedProcedure, router } from "#server/web/trpc/trpc.ts";
import {
  assistantSettingsEditSchema,
  assistantSettingsSchema,
  bySlug,
  promptInAssistantsSchema,
  servedPromptSchema,
  servedPromptsRequestSchema,
  skillSwitchSchema,
} from "#shared/assistants/assistants.ts";
import { exportedFileSchema } from "#shared/export.ts";
import { pageOf } from "#shared/kernel/paging.ts";
import { byId } from "#shared/kernel/text.ts";

import {
  assistantSettings,
  exportSkill,
  getServedPrompt,
  listServedPrompts,
  promptInAssistants,
  saveAssistantSettings,
  setSkill,
} from "./assistants.service.ts";

export const assistantsRouter = router({
  settings: protectedProcedure.output(assistantSettingsSchema).query(({ ctx }) => assistantSettings(ctx.app)),
  saveSettings: adminSessionProcedure
    .input(assistantSettingsEditSchema)
    .output(assistantSettingsSchema)
    .mutation(({ ctx, input }) => saveAssistantSettings(ctx.app, ctx.user, input)),
  prompts: protectedProcedure
    .input(servedPromptsRequestSchema)
    .output(pageOf(servedPromptSchema))
    .query(({ ctx, input }) => listServedPrompts(ctx.app, input)),
  prompt: protectedProcedure
    .input(bySlug)
    .output(servedPromptSchema)
    .query(({ ctx, input }) => getServedPrompt(ctx.app, input)),
  ofPrompt: protectedProcedure
    .input(byId)
    .output(promptInAssistantsSchema)
    .query(({ ctx, input }) => promptInAssistants(ctx.app, ctx.user, input.id)),
  setSkill: protectedProcedure
    .input(skillSwitchSchema)
    .output(promptInAssistantsSchema)
    .mutation(({ ctx, input }) => setSkill(ctx.app, ctx.user, input)),
  skillFile: protectedProcedure
    .input(byId)
    .output(exportedFileSchema)
    .query(({ ctx, input }) => exportSkill(ctx.app, input.id)),
});
