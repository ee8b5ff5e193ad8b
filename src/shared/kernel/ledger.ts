import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { wholeNumber } from "#shared/texts/numbers-in-text.ts";
import { RINGS } from "#shared/verdicts/rings.ts";

import { COMMENT_CHANGES, EVENT_VERBS, LINK_ANSWERS } from "./events.ts";
import { itemKindSchema } from "./items.ts";
import { idSchema } from "./text.ts";

export const eventVerbSchema = z.enum(EVENT_VERBS);

/** `EventDetail` of the ledger, of which only what is known here stays. */
export const eventDetailSchema = z
  .object({
    fields: z.array(z.string()),
    revision: z.int(),
    from: z.int(),
    deletion: z.string(),
    import: z.string(),
    comment: z.string(),
    parentId: z.string().nullable(),
    change: z.enum(COMMENT_CHANGES),
    other: z.object({ kind: itemKindSchema, id: idSchema }),
    answer: z.enum(LINK_ANSWERS),
    comments: z.int(),
    articles: z.int(),
    count: z.int(),
    ringFrom: z.enum(RINGS).nullable(),
    ringTo: z.enum(RINGS).nullable(),
    isSkill: z.boolean(),
    setting: z.string(),
  })
  .partial();

/** What somebody did to an item; the title is that of then. */
export const eventSchema = z.object({
  /** Its place in the ledger; later events have higher ones. */
  seq: z.int(),
  at: z.iso.datetime(),
  /** Null is StackLoop itself. */
  actor: authorSchema.nullable(),
  verb: eventVerbSchema,
  kind: itemKindSchema,
  itemId: idSchema,
  title: z.string(),
  detail: eventDetailSchema,
});
export type LedgerEvent = z.infer<typeof eventSchema>;

/** What a script asks for that looks again and again what happened. */
export const eventsAfterRequestSchema = z.object({
  after: wholeNumber(z.int().min(0)).default(0),
  limit: wholeNumber(z.int().min(1).max(500)).default(500),
});
export type EventsAfterRequest = z.infer<typeof eventsAfterRequestSchema>;

export const eventsAfterSchema = z.object({
  events: z.array(eventSchema),
  /** Of the newest event; 0 while there is none. */
  lastSeq: z.int(),
});
export type EventsAfter = z.infer<typeof eventsAfterSchema>;

const DAY_MS = 86_400_000;

/** Where somebody begins who watches; with nothing of it, at what happens from now on. */
export const watchRequestSchema = z.object({
  /** After this event. */
  after: z.int().min(0).optional(),
  /** For so many milliseconds the page has been loading: it may hold lists that are as old. */
  loadedFor: z.number().min(0).max(DAY_MS).optional(),
  /** After the message of this id, whatever else is given; an id is a place in the ledger of this very database. */
  lastEventId: z.string().max(100).optional(),
});
export type WatchRequest = z.infer<typeof watchRequestSchema>;

/** An event as `events.watch` sends it. */
export const liveChangeSchema = eventSchema.extend({
  /** Whether the viewer did it themselves, here or elsewhere. */
  isOwn: z.boolean(),
});
export type LiveChange = z.infer<typeof liveChangeSchema>;

/** One message of `events.watch`. */
export const liveMessageSchema = z.object({
  changes: z.array(liveChangeSchema),
  /** Kinds with too many changes to list each: any item of them may differ now. */
  all: z.array(itemKindSchema),
});
export type LiveMessage = z.infer<typeof liveMessageSchema>;
