import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { itemKindSchema, itemRefSchema } from "#shared/kernel/items.ts";
import { pageRequestSchema } from "#shared/kernel/paging.ts";
import { idSchema, wholeNumber } from "#shared/kernel/text.ts";

import { INBOX_REASONS, WATCH_LEVELS } from "./inbox-words.ts";

/** Entry in the user's inbox, for one event. */
export const inboxEntrySchema = z.object({
  /** Sequence number of the event. Identifies the entry. */
  seq: z.int(),
  /** Reason for the entry, the first that applies. */
  reason: z.enum(INBOX_REASONS),
  /** Time of the event. */
  at: z.iso.datetime(),
  /** Time when the user marked it as done; null for an open entry. */
  doneAt: z.iso.datetime().nullable(),
  /** Null for StackLoop itself. */
  actor: authorSchema.nullable(),
  item: z.object({
    ref: itemRefSchema,
    kind: itemKindSchema,
    title: z.string(),
    /** Path of the item, or of the comment in its discussion. */
    href: z.string(),
  }),
  /** Beginning of the comment, or what happened, such as "moved Claude to Adopt". */
  text: z.string(),
  commentId: idSchema.nullable(),
  /** True if the user muted the item. */
  isMuted: z.boolean(),
});
export type InboxEntry = z.infer<typeof inboxEntrySchema>;

export const inboxRequestSchema = pageRequestSchema.extend({ tab: z.enum(["open", "done"]).default("open") });
export type InboxRequest = z.infer<typeof inboxRequestSchema>;

/** Number of open entries, counted up to 100. */
export const inboxCountSchema = z.object({ open: z.int() });
export type InboxCount = z.infer<typeof inboxCountSchema>;

export const entryDoneSchema = z.object({
  seq: wholeNumber(z.int().min(0)),
  /** False to open it again. */
  isDone: z.boolean().default(true),
});
export type EntryDone = z.infer<typeof entryDoneSchema>;

/** Time when entries were marked as done together. */
export const doneTogetherSchema = z.object({ doneAt: z.iso.datetime() });
export type DoneTogether = z.infer<typeof doneTogetherSchema>;

/** Reference to an item or to a topic of readings, such as "topic:Evaluation". */
const watchedRefSchema = z.union([
  itemRefSchema,
  z.templateLiteral(["topic:", z.string().regex(/^.{1,200}$/u)]),
]);

export const watchOfSchema = z.object({ ref: watchedRefSchema });
export type WatchOf = z.infer<typeof watchOfSchema>;

/** Whether a user watches or mutes an item or topic; null for neither. */
export const watchSchema = z.object({ level: z.enum(WATCH_LEVELS).nullable() });
export type Watch = z.infer<typeof watchSchema>;

export const watchChangeSchema = watchOfSchema.extend(watchSchema.shape);
export type WatchChange = z.infer<typeof watchChangeSchema>;
