import { z } from "zod";

import { itemInput } from "#shared/kernel/item-input.ts";
import { pageRequestSchema } from "#shared/kernel/paging.ts";
import { cleanTags, TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { boundedList, idSchema, prose, requiredLine, revisionSchema } from "#shared/kernel/text.ts";

import { MAX_GUIDANCE_LENGTH } from "./assistant-limits.ts";

export const assistantSettingsSchema = z.object({
  guidance: z.string(),
  servedTags: z.array(z.string()).nullable(),
  /** How many prompts assistants get. */
  served: z.int(),
  /** How many of these are skills too. */
  skills: z.int(),
  /** How many prompts there are. */
  total: z.int(),
});
export type AssistantSettings = z.infer<typeof assistantSettingsSchema>;

/** What admins decide of what assistants get. */
export const assistantSettingsEditSchema = itemInput(
  {
    /** What assistants are told besides what StackLoop tells them. */
    guidance: prose(MAX_GUIDANCE_LENGTH).transform((text) => text.trim()),
    /** Only prompts with one of these tags are served; null for all. */
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

/** What assistants call a prompt, made once from its first name: `bug-report`. */
export const slugSchema = z.string().min(1).max(60);

/** How a prompt is served to assistants. */
export const promptInAssistantsSchema = z.object({
  slug: slugSchema,
  /** Whether they have it as a skill too. */
  isSkill: z.boolean(),
  /** False where the settings leave it out. */
  isServed: z.boolean(),
  /** Whether the person who asks may offer it as a skill, or no longer. */
  mayOffer: z.boolean(),
});
export type PromptInAssistants = z.infer<typeof promptInAssistantsSchema>;

export const skillSwitchSchema = itemInput({ id: idSchema, isSkill: z.boolean() }, promptInAssistantsSchema);
export type SkillSwitch = z.infer<typeof skillSwitchSchema>;

/** A prompt as assistants get it, with its text before it is filled in. */
export const servedPromptSchema = z.object({
  slug: slugSchema,
  id: idSchema,
  name: z.string(),
  purpose: z.string().nullable(),
  prompt: z.string(),
  revision: revisionSchema,
});
export type ServedPrompt = z.infer<typeof servedPromptSchema>;

/** Which of the served prompts are asked for, in the order of their slugs. */
export const servedPromptsRequestSchema = pageRequestSchema.extend({
  /** Only those that are skills. */
  skills: z.boolean().default(false),
});
export type ServedPromptsRequest = z.infer<typeof servedPromptsRequestSchema>;

export const bySlug = z.object({ slug: z.string().max(200), skills: z.boolean().default(false) });
