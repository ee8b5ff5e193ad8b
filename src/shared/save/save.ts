import { z } from "zod";

import { MAX_COMMENT_LENGTH } from "#shared/comments/comment-thread.ts";
import { itemRefSchema } from "#shared/kernel/items.ts";
import { line, prose } from "#shared/kernel/text.ts";

import { SAVE_TARGETS } from "./save-targets.ts";

export const saveTargetSchema = z.enum(SAVE_TARGETS);

const MAX_SHARED_TEXT = 10_000;

/** Content shared by a browser or phone. Phones often send the address as `text`. */
const shared = {
  /** Address, arXiv id, DOI or ISBN. */
  url: line(MAX_SHARED_TEXT).default(""),
  title: line(MAX_SHARED_TEXT).default(""),
  text: prose(MAX_SHARED_TEXT).default(""),
};

export const savePlanRequestSchema = z.strictObject(shared);
export type SavePlanRequest = z.infer<typeof savePlanRequestSchema>;

/** Content of an address, with its possible targets. */
export const savePlanSchema = z.object({
  /** Web address, or the ISBN if it has no web address. */
  url: z.string(),
  title: z.string(),
  author: z.string().nullable(),
  description: z.string().nullable(),
  /** Suggested target. */
  target: saveTargetSchema,
  /** All possible targets, the suggested one first. */
  targets: z.array(saveTargetSchema),
  /** Tool to which the address belongs. */
  tool: z.object({ ref: itemRefSchema, name: z.string() }).nullable(),
  /** Names of the tools that the article mentions. */
  toolNames: z.array(z.string()),
  /** Existing item with this address. */
  existing: z.object({ ref: itemRefSchema, title: z.string(), path: z.string() }).nullable(),
  /** False if the page could not be read. */
  isRead: z.boolean(),
});
export type SavePlan = z.infer<typeof savePlanSchema>;

export const saveRequestSchema = z.strictObject({
  ...shared,
  /** Overrides the suggested target. */
  target: saveTargetSchema.optional(),
  /** First comment on the item. */
  note: prose(MAX_COMMENT_LENGTH).default(""),
});
export type SaveRequest = z.infer<typeof saveRequestSchema>;

export const savedSchema = z.object({
  ref: itemRefSchema,
  title: z.string(),
  /** Path of the item on this server. */
  path: z.string(),
  target: saveTargetSchema,
  /** False if the item existed already. */
  isNew: z.boolean(),
  isRead: z.boolean(),
});
export type Saved = z.infer<typeof savedSchema>;
