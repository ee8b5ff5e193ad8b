import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { pickProperty } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { schemasOf } from "#shared/fields/schemas-of.ts";
import { itemInput } from "#shared/kernel/items.ts";
import { baseRevision, idSchema, optionalLine, requiredProse, revisionSchema } from "#shared/kernel/text.ts";
import { versionSchemaOf } from "#shared/kernel/versions.ts";

import { MAX_EDIT_NOTE_LENGTH, MAX_RATING_NOTE_LENGTH, MAX_STARS } from "./prompt-rules.ts";

export const promptSchema = z.object({
  id: idSchema,
  ...schemasOf(PROMPT_FIELDS, "storedSchema"),
  dateUpdated: z.iso.datetime(),
  userId: idSchema,
  revision: revisionSchema,
});
export type Prompt = z.infer<typeof promptSchema>;

export const promptVersionSchema = versionSchemaOf(PROMPT_FIELDS);

/** Editable fields of a prompt. */
export const promptFieldsSchema = z.object(schemasOf(PROMPT_FIELDS, "schema"));
export type PromptFields = z.infer<typeof promptFieldsSchema>;

/** Schema of the form, with the workspace's maximum length of prompts. */
export const promptFieldsWithin = (maxLength: number) =>
  promptFieldsSchema.extend({ prompt: requiredProse(maxLength, "Prompt is required") });

export const newPromptSchema = itemInput(schemasOf(PROMPT_FIELDS, "newSchema"), promptSchema);
export type NewPrompt = z.infer<typeof newPromptSchema>;

export const EMPTY_PROMPT = pickProperty(PROMPT_FIELDS, "emptyValue");

/** Partial edit. Absent fields are unchanged and `null` clears one. A stale `revision` is rejected. */
export const promptEditSchema = itemInput(
  {
    ...schemasOf(PROMPT_FIELDS, "editSchema"),
    id: idSchema,
    revision: baseRevision,
    /** Reason for the edit, shown in the history. */
    note: optionalLine(MAX_EDIT_NOTE_LENGTH),
  },
  promptSchema,
);
export type PromptEdit = z.infer<typeof promptEditSchema>;

/** True if the requesting user starred the prompt. */
export const promptFlagsSchema = z.object({ id: idSchema, isStarred: z.boolean() });
export type PromptFlags = z.infer<typeof promptFlagsSchema>;

/** Number of people who starred a prompt, and whether the requesting user did. */
export const promptStarsSchema = z.object({ id: idSchema, stars: z.int(), isStarred: z.boolean() });
export type PromptStars = z.infer<typeof promptStarsSchema>;

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
  /** True if the rated version is the prompt's current one. */
  isCurrent: z.boolean(),
  /** Rounded to one decimal. */
  stars: z.number(),
  count: z.int(),
});

/** Tool with ratings of a prompt. */
export const ratedToolSchema = averageSchema.extend({
  toolId: idSchema,
  toolName: z.string(),
  /** Newest ratings, of all versions. */
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
  /** Tools with ratings, best first. */
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
