import { z } from "zod";

import { ITEM_KINDS } from "./item-address.ts";
import { itemKindSchema } from "./items.ts";
import { eventSchema, eventDetailSchema, eventVerbSchema } from "./ledger.ts";
import { pageRequestSchema, pageOf } from "./paging.ts";
import { wholeNumber, idSchema } from "./text.ts";

const DATE = /^\d{4}-\d\d-\d\d$/u;
const TIME =
  /^(?<date>\d{4}-\d\d-\d\d)[T ](?<time>\d\d:\d\d)(?<seconds>:\d\d(?:\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?$/iu;

/** Completes a date to its start, and a time to seconds and a zone (default UTC). Returns any other input unchanged. */
function completeTime(input: unknown): unknown {
  if (typeof input !== "string") return input;
  const text = input.trim();
  if (DATE.test(text)) return `${text}T00:00:00Z`;
  const { date, time, seconds = ":00", zone = "Z" } = TIME.exec(text)?.groups ?? {};
  return date === undefined ? text : `${date}T${time}${seconds}${zone.toUpperCase()}`;
}

/**
 * True for a year of four digits. An offset can shift a time to the year 10000 or -1, which ISO 8601 writes
 * differently.
 */
const hasFourDigitYear = (time: string): boolean => /^\d{4}-/u.test(new Date(time).toISOString());

/** Date or time, converted to a time in UTC. */
export const momentSchema = z.preprocess(
  completeTime,
  z.iso
    .datetime({
      offset: true,
      abort: true,
      error: "Enter a date such as 2026-11-21 or a time such as 2026-11-21T10:00:00Z",
    })
    .refine(hasFourDigitYear, "Enter a time in a year from 0000 to 9999"),
);

/** Represents the server itself where a person is selected. */
export const STACKLOOP = "stackloop";

export const ACTIVITY_KINDS = [...ITEM_KINDS, "comment"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Time in the format of the activity log, because times are compared as texts. */
const timeSchema = momentSchema.transform((time) => new Date(time).toISOString());

/** Filter of the activity log. Without any field, everything matches. */
export const activityFilterSchema = z.object({
  /** Author: the id of a user, or "stackloop". */
  person: idSchema.optional(),
  kind: z
    .enum(ACTIVITY_KINDS, { error: `Choose one of these kinds: ${ACTIVITY_KINDS.join(", ")}` })
    .optional(),
  /** Earliest time, inclusive. */
  from: timeSchema.optional(),
  /** Latest time, exclusive. */
  to: timeSchema.optional(),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

export const activityRequestSchema = pageRequestSchema.extend(activityFilterSchema.shape);

/** Event, or consecutive events of one import, represented by the latest. */
export const activityLineSchema = eventSchema.extend({
  /** Number of events represented. */
  count: z.int(),
  /** True if the item exists. */
  isThere: z.boolean(),
});
export type ActivityLine = z.infer<typeof activityLineSchema>;

/** Maximum number of events in one file. */
export const MAX_EXPORTED_EVENTS = 100_000;

/** Maximum number of lines about other people's changes. The rest is counted. */
export const MAX_SINCE_LINES = 12;
/** Maximum number of people named in a line. */
export const MAX_NAMED_ACTORS = 3;

/** Combined events: changes to one item, an import, or results of a run. */
export const sinceLineSchema = z.object({
  verb: eventVerbSchema,
  kind: itemKindSchema,
  /** Null if the line is about several items, or about items that a job found. */
  itemId: idSchema.nullable(),
  title: z.string(),
  detail: eventDetailSchema,
  /** Number of items. For comments on one item, the number of comments. */
  count: z.int(),
  /** Names of the people who acted. Empty for StackLoop itself. */
  actors: z.array(z.string()).max(MAX_NAMED_ACTORS),
  /** Number of further people. */
  otherActors: z.int(),
  /** True if the reader added the item. */
  isYours: z.boolean(),
  /** Time of the latest event. */
  at: z.iso.datetime(),
});
export type SinceLine = z.infer<typeof sinceLineSchema>;

/** First step for a new user. */
export const firstStepSchema = z.object({
  name: z.enum(["tools", "papers", "discussion"]),
  /** True if the workspace has no such items yet. */
  isEmpty: z.boolean(),
  isDone: z.boolean(),
});
export type FirstStep = z.infer<typeof firstStepSchema>;

/** Start of the period. Defaults to the user's last visit. */
export const sinceRequestSchema = z.object({ since: momentSchema.optional() });
export type SinceRequest = z.infer<typeof sinceRequestSchema>;

/** Other people's changes since a user's last visit, or since a time. */
export const sinceSchema = z.object({
  /** Start of the period. Null on the user's first visit. */
  since: z.iso.datetime().nullable(),
  /** Sequence number of the newest event, up to which the user has seen everything. */
  upTo: z.int(),
  /** Most important line first. */
  lines: z.array(sinceLineSchema).max(MAX_SINCE_LINES),
  /** Number of further lines. */
  more: z.int(),
  /** False if the oldest events are omitted because there are too many. */
  isComplete: z.boolean(),
  /** True on the user's first visit. */
  isNew: z.boolean(),
  /** Only for the first visit. */
  steps: z.array(firstStepSchema),
});
export type Since = z.infer<typeof sinceSchema>;

/** Request for changes since a time, or after an event, as returned with the first page. */
export const othersChangesRequestSchema = pageRequestSchema.extend({
  ...sinceRequestSchema.shape,
  after: wholeNumber(z.int().min(0)).optional(),
});
export type OthersChangesRequest = z.infer<typeof othersChangesRequestSchema>;

/** Other people's changes, one line for each event or import, newest first. */
export const othersChangesSchema = pageOf(activityLineSchema).extend({
  since: z.iso.datetime(),
  after: z.int(),
  /** Descriptions of what jobs found, such as "12 articles". Only on the first page. */
  found: z.array(z.string()),
});
export type OthersChanges = z.infer<typeof othersChangesSchema>;

/** Request to flag everything up to this event as seen. */
export const markSeenSchema = z.object({ seq: z.int().min(0) });
export type MarkSeen = z.infer<typeof markSeenSchema>;

/** Visit of Home or of a kind's section. It showed everything up to this event, or up to now. */
export const visitSchema = z.object({
  place: z.enum(["home", ...ITEM_KINDS]),
  seq: z.int().min(0).optional(),
});
export type Visit = z.infer<typeof visitSchema>;

/** Maximum count of new items in a section. */
export const MAX_UNSEEN = 100;

/** Number of items of each kind that others added or jobs found since the user's last visit of its section. */
export const unseenSchema = z.record(itemKindSchema, z.int().min(0).max(MAX_UNSEEN));
export type Unseen = z.infer<typeof unseenSchema>;
