import { z } from "zod";

import { ITEM_KINDS } from "./item-address.ts";
import { eventSchema } from "./ledger.ts";
import { momentSchema } from "./moment.ts";
import { pageRequestSchema } from "./paging.ts";
import { idSchema } from "./text.ts";

/** Names the server itself where a person is chosen. */
export const STACKLOOP = "stackloop";

export const ACTIVITY_KINDS = [...ITEM_KINDS, "comment"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** As the ledger writes times, by whose letters they are compared. */
const timeSchema = momentSchema.transform((time) => new Date(time).toISOString());

/** What of the ledger is asked for; all of it where nothing is said. */
export const activityFilterSchema = z.object({
  /** Who did it: the id of a user, or "stackloop". */
  person: idSchema.optional(),
  kind: z
    .enum(ACTIVITY_KINDS, { error: `Choose one of these kinds: ${ACTIVITY_KINDS.join(", ")}` })
    .optional(),
  /** At this time or later. */
  from: timeSchema.optional(),
  /** Before this time. */
  to: timeSchema.optional(),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

export const activityRequestSchema = pageRequestSchema.extend(activityFilterSchema.shape);

/** An event, or all that follow each other in one import, told by the latest of them. */
export const activityLineSchema = eventSchema.extend({
  /** How many events it stands for. */
  count: z.int(),
  /** Whether the item is there to be looked at. */
  isThere: z.boolean(),
});
export type ActivityLine = z.infer<typeof activityLineSchema>;

/** The largest number of events in one file. */
export const MAX_EXPORTED_EVENTS = 100_000;
