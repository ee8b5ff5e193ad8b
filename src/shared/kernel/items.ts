import { z } from "zod";

import { ITEM_KINDS, type ItemKey, KINDS } from "./item-address.ts";

export const itemKindSchema = z.enum(ITEM_KINDS);

const inWords = (names: readonly string[]): string => names.join(", ").replace(/,(?=[^,]*$)/u, " or");

/** "tool, article, paper, prompt or reading". */
export const ANY_KIND = inWords(ITEM_KINDS.map((kind) => KINDS[kind].one));
/** The form of references: "tool:ID, article:ID, paper:ID, prompt:ID or reading:ID". */
export const ANY_REF = inWords(ITEM_KINDS.map((kind) => `${kind}:ID`));

/** Reference to an item, as used in links, the activity log and calls. */
export const itemRefSchema = z.templateLiteral(
  [itemKindSchema, ":", z.string().regex(/^[\w-]{1,64}$/u)],
  `An id looks like ${ANY_REF}`,
);
export type ItemRef = z.infer<typeof itemRefSchema>;

export const formatItemRef = ({ kind, id }: ItemKey): ItemRef => `${kind}:${id}`;

/** Returns the kind and id in a reference. Throws a ZodError if it is invalid. */
export function parseItemRef(ref: string): ItemKey {
  const [kind, id = ""] = itemRefSchema.parse(ref).split(":");
  return { kind: itemKindSchema.parse(kind), id };
}
