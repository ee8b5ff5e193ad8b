import { z } from "zod";

import { ITEM_KINDS } from "./item-address.ts";
import { eventSchema } from "./ledger.ts";
import { pageRequestSchema } from "./paging.ts";
import { idSchema } from "./text.ts";

const DATE = /^\d{4}-\d\d-\d\d$/u;
const TIME =
  /^(?<date>\d{4}-\d\d-\d\d)[T ](?<time>\d\d:\d\d)(?<seconds>:\d\d(?:\.\d+)?)?(?<zone>Z|[+-]\d\d:\d\d)?$/iu;

/** Completes a date to its start, and a time to seconds and a zone (default UTC). Returns other input unchanged. */
function completeTime(input: unknown): unknown {
  if (typeof input !== "string") return input;
  const text = input.trim();
  if (DATE.test(text)) return `${text}T00:00:00Z`;
  const { date, time, seconds = ":00", zone = "Z" } = TIME.exec(text)?.groups ?? {};
  return date === undefined ? text : `${date}T${time}${seconds}${zone.toUpperCase()}`;
}

/** True for years of four digits. An offset can shift a time to the year 10000 or -1, which have other formats. */
const isInPlainYear = (time: string): boolean => /^\d{4}-/u.test(new Date(time).toISOString());

/** Date or time, converted to a time in UTC. */
export const momentSchema = z.preprocess(
  completeTime,
  z.iso
    .datetime({
      offset: true,
      abort: true,
      error: "Enter a date such as 2026-11-21 or a time such as 2026-11-21T10:00:00Z",
    })
    .refine(isInPlainYear, "Enter a time in a year from 0000 to 9999"),
);

/** Represents the server itself where a person is selected. */
export const STACKLOOP = "stackloop";

export const ACTIVITY_KINDS = [...ITEM_KINDS, "comment"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Normalized to the activity log's format, since times are compared as texts. */
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
