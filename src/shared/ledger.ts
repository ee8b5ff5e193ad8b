import { z } from "zod";

import { COMMENT_CHANGES, EVENT_VERBS } from "./events.ts";
import { itemKindSchema } from "./items.ts";
import { idSchema } from "./text.ts";
import { authorSchema } from "./users.ts";

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
    comments: z.int(),
    articles: z.int(),
    count: z.int(),
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
