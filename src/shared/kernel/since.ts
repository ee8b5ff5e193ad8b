import { z } from "zod";

import { wholeNumber } from "#shared/texts/numbers-in-text.ts";

import { activityLineSchema } from "./activity.ts";
import { ITEM_KINDS } from "./item-address.ts";
import { itemKindSchema } from "./items.ts";
import { eventDetailSchema, eventVerbSchema } from "./ledger.ts";
import { momentSchema } from "./moment.ts";
import { pageOf, pageRequestSchema } from "./paging.ts";
import { idSchema } from "./text.ts";

/** So many lines tell what others did; the rest is counted. */
export const MAX_SINCE_LINES = 12;
/** So many people of a line are called by their names. */
export const MAX_NAMED_ACTORS = 3;

/** Events that are told as one: what one or several people did to an item, imported, or what was found. */
export const sinceLineSchema = z.object({
  verb: eventVerbSchema,
  kind: itemKindSchema,
  /** Null where it is about several items, or about what was found. */
  itemId: idSchema.nullable(),
  title: z.string(),
  detail: eventDetailSchema,
  /** How many items it is about; of comments on one item, how many there are. */
  count: z.int(),
  /** Those who did it, by name; nobody where it is StackLoop itself. */
  actors: z.array(z.string()).max(MAX_NAMED_ACTORS),
  /** How many more there are. */
  otherActors: z.int(),
  /** Whether the item was added by whoever reads this. */
  isYours: z.boolean(),
  /** When the last of it happened. */
  at: z.iso.datetime(),
});
export type SinceLine = z.infer<typeof sinceLineSchema>;

/** What somebody who is new may begin with. */
export const firstStepSchema = z.object({
  name: z.enum(["tools", "papers", "discussion"]),
  /** Whether the workspace has nothing of it yet. */
  isEmpty: z.boolean(),
  isDone: z.boolean(),
});
export type FirstStep = z.infer<typeof firstStepSchema>;

/** From when on; without it, since whoever asks last looked. */
export const sinceRequestSchema = z.object({ since: momentSchema.optional() });
export type SinceRequest = z.infer<typeof sinceRequestSchema>;

/** What others did since somebody last looked, or since a time. */
export const sinceSchema = z.object({
  /** When that was; null on their first visit. */
  since: z.iso.datetime().nullable(),
  /** The place of the newest event in the ledger: up to there they have seen what there is. */
  upTo: z.int(),
  /** The most telling first. */
  lines: z.array(sinceLineSchema).max(MAX_SINCE_LINES),
  /** How many lines there are besides. */
  more: z.int(),
  /** False where so much happened that the oldest of it is left out. */
  isComplete: z.boolean(),
  /** Whether this is their first visit. */
  isNew: z.boolean(),
  /** For their first visit only. */
  steps: z.array(firstStepSchema),
});
export type Since = z.infer<typeof sinceSchema>;

/** From when on, as above; or after an event of the ledger, as the first page answered. */
export const othersChangesRequestSchema = pageRequestSchema.extend({
  ...sinceRequestSchema.shape,
  after: wholeNumber(z.int().min(0)).optional(),
});
export type OthersChangesRequest = z.infer<typeof othersChangesRequestSchema>;

/** What others did, event by event and import by import, newest first. */
export const othersChangesSchema = pageOf(activityLineSchema).extend({
  since: z.iso.datetime(),
  after: z.int(),
  /** What StackLoop found, in words such as "12 articles"; on the first page. */
  found: z.array(z.string()),
});
export type OthersChanges = z.infer<typeof othersChangesSchema>;

/** Everything up to this event of the ledger. */
export const markSeenSchema = z.object({ seq: z.int().min(0) });
export type MarkSeen = z.infer<typeof markSeenSchema>;

/** A person looks at Home or at the section of a kind, where they are shown everything up to this event, or all there is. */
export const visitSchema = z.object({
  place: z.enum(["home", ...ITEM_KINDS]),
  seq: z.int().min(0).optional(),
});
export type Visit = z.infer<typeof visitSchema>;

/** So many at most are counted of what is new in a section. */
export const MAX_UNSEEN = 100;

/** How many items of each kind others added, or were found, since somebody last looked at their section. */
export const unseenSchema = z.record(itemKindSchema, z.int().min(0).max(MAX_UNSEEN));
export type Unseen = z.infer<typeof unseenSchema>;
