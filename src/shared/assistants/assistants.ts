import { z } from "zod";

import { itemInput } from "#shared/kernel/items.ts";
import { pageRequestSchema } from "#shared/kernel/paging.ts";
import { cleanTags, TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { boundedList, idSchema, prose, requiredLine, revisionSchema } from "#shared/kernel/text.ts";
import { MAX_GUIDANCE_LENGTH } from "#shared/prompts/prompt-rules.ts";

export const assistantSettingsSchema = z.object({
  guidance: z.string(),
  servedTags: z.array(z.string()).nullable(),
  /** Number of prompts served to assistants. */
  served: z.int(),
  /** Number of these that are also skills. */
  skills: z.int(),
  /** Number of all prompts. */
  total: z.int(),
});
export type AssistantSettings = z.infer<typeof assistantSettingsSchema>;

/** Admins' settings for assistants. */
export const assistantSettingsEditSchema = itemInput(
  {
    /** Guidance for assistants, in addition to StackLoop's own. */
    guidance: prose(MAX_GUIDANCE_LENGTH).transform((text) => text.trim()),
    /** Tags of the prompts to serve. Null for all. */
    servedTags: boundedList(
      requiredLine(TEXT_LIMITS.tag, "A tag is empty"),
      TEXT_LIMITS.tags,
      "Use at most 50 tags",
    )
      .transform(cleanTags)
      .pipe(z.array(z.string()).min(1, "Add a tag, or serve all prompts"))
      .nullable(),
  },
  assistantSettingsSchema,
);
export type AssistantSettingsEdit = z.infer<typeof assistantSettingsEditSchema>;

/** Fixed name of a prompt for assistants, derived from its first name: `bug-report`. */
export const slugSchema = z.string().min(1).max(60);

/** State of a prompt for assistants. */
export const promptInAssistantsSchema = z.object({
  slug: slugSchema,
  /** True if it is also a skill. */
  isSkill: z.boolean(),
  /** False if the settings exclude it. */
  isServed: z.boolean(),
  /** True if the user may start or stop offering it as a skill. */
  mayOffer: z.boolean(),
});
export type PromptInAssistants = z.infer<typeof promptInAssistantsSchema>;

export const skillSwitchSchema = itemInput({ id: idSchema, isSkill: z.boolean() }, promptInAssistantsSchema);
export type SkillSwitch = z.infer<typeof skillSwitchSchema>;

/** Prompt for assistants. Its text still contains the variables. */
export const servedPromptSchema = z.object({
  slug: slugSchema,
  id: idSchema,
  name: z.string(),
  purpose: z.string().nullable(),
  prompt: z.string(),
  revision: revisionSchema,
});
export type ServedPrompt = z.infer<typeof servedPromptSchema>;

/** Request for served prompts, sorted by slug. */
export const servedPromptsRequestSchema = pageRequestSchema.extend({
  /** True for skills only. */
  skills: z.boolean().default(false),
});
export type ServedPromptsRequest = z.infer<typeof servedPromptsRequestSchema>;

export const bySlug = z.object({ slug: z.string().max(200), skills: z.boolean().default(false) });
