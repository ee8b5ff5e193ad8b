/** Ratings of prompts in tools. */
import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { itemInput } from "#shared/kernel/item-input.ts";
import { idSchema, optionalLine } from "#shared/kernel/text.ts";

import { MAX_RATING_NOTE_LENGTH, MAX_STARS } from "./prompt-rules.ts";

const starsSchema = z.int().min(1, "Choose one to five stars").max(MAX_STARS, "Choose one to five stars");

/** A person's rating of a prompt version in a tool. */
export const promptRatingSchema = z.object({
  user: authorSchema,
  version: z.int(),
  stars: z.int(),
  note: z.string().nullable(),
  at: z.iso.datetime(),
});
export type PromptRating = z.infer<typeof promptRatingSchema>;

/** Average of a prompt's ratings in a tool. Only ratings of the newest rated version count. */
const averageSchema = z.object({
  version: z.int(),
  /** True for the prompt's current version. */
  isCurrent: z.boolean(),
  /** Rounded to one decimal. */
  stars: z.number(),
  count: z.int(),
});

/** Tool with ratings of a prompt. */
export const ratedToolSchema = averageSchema.extend({
  toolId: idSchema,
  toolName: z.string(),
  /** Newest ratings of all versions. */
  ratings: z.array(promptRatingSchema),
});
export type RatedTool = z.infer<typeof ratedToolSchema>;

/** Prompt with ratings in a tool. */
export const ratedPromptSchema = averageSchema.extend({
  promptId: idSchema,
  promptName: z.string(),
  purpose: z.string().nullable(),
});
export type RatedPrompt = z.infer<typeof ratedPromptSchema>;

export const promptRatingsSchema = z.object({
  /** The prompt's current version. */
  version: z.int(),
  /** Best first. */
  tools: z.array(ratedToolSchema),
});
export type PromptRatings = z.infer<typeof promptRatingsSchema>;

export const newRatingSchema = itemInput(
  {
    id: idSchema,
    toolId: idSchema,
    stars: starsSchema,
    note: optionalLine(MAX_RATING_NOTE_LENGTH),
  },
  promptRatingSchema,
);
export type NewRating = z.infer<typeof newRatingSchema>;

export const ratingKeySchema = z.object({ id: idSchema, toolId: idSchema });
export type RatingKey = z.infer<typeof ratingKeySchema>;
