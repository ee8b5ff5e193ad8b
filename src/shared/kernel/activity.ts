import { z } from "zod";

import { ITEM_KINDS } from "./item-address.ts";
import { eventSchema } from "./ledger.ts";
import { momentSchema } from "./moment.ts";
import { pageRequestSchema } from "./paging.ts";
import { idSchema } from "./text.ts";

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
