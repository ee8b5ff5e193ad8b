import { z } from "zod";

import { ITEM_KINDS, type ItemKey } from "./item-address.ts";

export const itemKindSchema = z.enum(ITEM_KINDS);

/** How an item is named wherever it is mentioned: in links, in the ledger, in calls. */
export const itemRefSchema = z.templateLiteral(
  [itemKindSchema, ":", z.string().regex(/^[\w-]{1,64}$/u)],
  "An id looks like tool:ID, article:ID, paper:ID, prompt:ID or reading:ID",
);
export type ItemRef = z.infer<typeof itemRefSchema>;

export const formatItemRef = ({ kind, id }: ItemKey): ItemRef => `${kind}:${id}`;

/** The kind and id that a reference names; throws a ZodError for what is no reference. */
export function parseItemRef(ref: string): ItemKey {
  const [kind, id] = itemRefSchema.parse(ref).split(":");
  return { kind: itemKindSchema.parse(kind), id: z.string().parse(id) };
}
