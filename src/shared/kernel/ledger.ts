import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { RINGS } from "#shared/verdicts/rings.ts";

import { COMMENT_CHANGES, EVENT_VERBS, LINK_ANSWERS } from "./events.ts";
import { itemKindSchema } from "./items.ts";
import { wholeNumber, idSchema } from "./text.ts";

export const eventVerbSchema = z.enum(EVENT_VERBS);

/** Additional data of an event in the activity log. Only relevant fields are set; unknown ones are dropped. */
export const eventDetailSchema = z
  .object({
    /** Names of the changed fields. */
    fields: z.array(z.string()),
    /** Version of the item after the event. */
    revision: z.int(),
    /** Version that was restored. */
    from: z.int(),
    /** Deletion that was created, undone or made permanent. */
    deletion: z.string(),
    /** Import that the event belongs to. */
    import: z.string(),
    comment: z.string(),
    /** Parent of a reply. */
    parentId: z.string().nullable(),
    /** Change of a comment or link. */
    change: z.enum(COMMENT_CHANGES),
    /** Item at the other end of the link. */
    other: z.object({ kind: itemKindSchema, id: idSchema }),
    answer: z.enum(LINK_ANSWERS),
    /** Number of comments or articles deleted with the item, or found. */
    comments: z.int(),
    articles: z.int(),
    /** Number of items that a run found. */
    count: z.int(),
    /** Rings before and after a verdict or vote. Null if there is none. */
    ringFrom: z.enum(RINGS).nullable(),
    ringTo: z.enum(RINGS).nullable(),
    /** True if the prompt is now offered as a skill. */
    isSkill: z.boolean(),
    /** Stars of a rating. Null if it was removed. */
    stars: z.int().nullable(),
    /** Name of the tool in which a prompt was rated, at that time. */
    tool: z.string(),
    /** Changed settings, for an event that is not about an item. The title names them. */
    setting: z.string(),
  })
  .partial();
export type EventDetail = z.infer<typeof eventDetailSchema>;

/** Event on an item, with the title at that time. */
export const eventSchema = z.object({
  /** Sequence number in the activity log. Later events have higher ones. */
  seq: z.int(),
  at: z.iso.datetime(),
  /** Null for StackLoop itself. */
  actor: authorSchema.nullable(),
  verb: eventVerbSchema,
  kind: itemKindSchema,
  itemId: idSchema,
  title: z.string(),
  detail: eventDetailSchema,
});
export type LedgerEvent = z.infer<typeof eventSchema>;

/** Request of a script that polls for events. */
export const newEventsRequestSchema = z.object({
  after: wholeNumber(z.int().min(0)).default(0),
  limit: wholeNumber(z.int().min(1).max(500)).default(500),
});
export type NewEventsRequest = z.infer<typeof newEventsRequestSchema>;

export const newEventsSchema = z.object({
  events: z.array(eventSchema),
  /** Sequence number of the newest event. 0 if there is none. */
  lastSeq: z.int(),
});
export type NewEvents = z.infer<typeof newEventsSchema>;

const DAY_MS = 86_400_000;

/** Start of a subscription. Without any field, only future events. */
export const watchRequestSchema = z.object({
  /** Start after this event. */
  after: z.int().min(0).optional(),
  /** Time since the page began to load, in milliseconds, which is the maximum age of its lists. */
  loadedFor: z.number().min(0).max(DAY_MS).optional(),
  /**
   * Start after the message with this id, overriding the other fields. The id is a position in the activity log of
   * this database.
   */
  lastEventId: z.string().max(100).optional(),
});
export type WatchRequest = z.infer<typeof watchRequestSchema>;

/** Event as sent by `events.watch`. */
export const liveChangeSchema = eventSchema.extend({
  /** True if the viewer caused it, in any session. */
  isOwn: z.boolean(),
});
export type LiveChange = z.infer<typeof liveChangeSchema>;

/** Message of `events.watch`. */
export const liveMessageSchema = z.object({
  changes: z.array(liveChangeSchema),
  /** Kinds with too many changes to list. Any item of these kinds may have changed. */
  all: z.array(itemKindSchema),
  /** Number of open inbox entries, counted up to 100. Only sent when it changes. */
  inboxOpen: z.int().optional(),
});
export type LiveMessage = z.infer<typeof liveMessageSchema>;
