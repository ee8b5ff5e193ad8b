import { z } from "zod";

import { ITEM_KINDS, type ItemKey } from "./item-address.ts";

export const itemKindSchema = z.enum(ITEM_KINDS);

/** Reference to an item, as used in links, the activity log and calls. */
export const itemRefSchema = z.templateLiteral(
  [itemKindSchema, ":", z.string().regex(/^[\w-]{1,64}$/u)],
  `An id looks like ${ITEM_KINDS.map((kind) => `${kind}:ID`).join(", ")}`.replace(/,(?=[^,]*$)/u, " or"),
);
export type ItemRef = z.infer<typeof itemRefSchema>;

export const formatItemRef = ({ kind, id }: ItemKey): ItemRef => `${kind}:${id}`;

/** Returns the kind and id in a reference. Throws a ZodError if it is invalid. */
export function parseItemRef(ref: string): ItemKey {
  const [kind, id] = itemRefSchema.parse(ref).split(":");
  return { kind: itemKindSchema.parse(kind), id: z.string().parse(id) };
}
