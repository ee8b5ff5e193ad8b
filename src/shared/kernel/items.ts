import { z } from "zod";

import { ITEM_KINDS, type ItemKey, KINDS } from "./item-address.ts";

export const itemKindSchema = z.enum(ITEM_KINDS);

/** Joins names: "tool, article or paper". */
export const joinWithOr = (names: readonly string[]): string =>
  names.join(", ").replace(/,(?=[^,]*$)/u, " or");

/** Lists the kinds: "tool, article, paper, prompt or reading". */
export const ANY_KIND = joinWithOr(ITEM_KINDS.map((kind) => KINDS[kind].one));
/** Lists the forms of references: "tool:ID, article:ID, paper:ID, prompt:ID or reading:ID". */
export const ANY_REF = joinWithOr(ITEM_KINDS.map((kind) => `${kind}:ID`));

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

/** Fields that only the server sets, for all kinds of items. */
const SERVER_FIELDS = ["id", "userId", "createdAt", "updatedAt", "dateUpdated"];

interface ItemInputDef extends z.core.$ZodObjectDef {
  readOnly: readonly string[];
}
interface ItemInput extends z.ZodObject {
  _zod: z.core.$ZodObjectInternals & { def: ItemInputDef };
}

const ItemInput: z.core.$constructor<ItemInput, ItemInputDef> = z.core.$constructor(
  "ItemInput",
  (schema, definition) => {
    z.ZodObject.init(schema, definition);
    const { parse } = schema._zod;
    schema._zod.parse = (payload, context) => {
      payload.value = omitReadOnly(payload.value, definition);
      return parse(payload, context);
    };
  },
);

function omitReadOnly(input: unknown, { readOnly, shape }: ItemInputDef): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const isIgnored = (name: string) => readOnly.includes(name) && !Object.hasOwn(shape, name);
  return Object.keys(input).some(isIgnored)
    ? Object.fromEntries(Object.entries(input).filter(([name]) => !isIgnored(name)))
    : input;
}

/**
 * Creates the schema of a call that adds or edits an item. Rejects unknown fields by name. Ignores fields that only
 * the server sets, so that an item can be read, changed and sent back whole.
 */
export function itemInput<const Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  ...items: readonly z.ZodObject[]
): z.ZodObject<z.core.util.Writeable<Shape>, z.core.$strict> {
  const readOnly = [...SERVER_FIELDS, ...items.flatMap((item) => Object.keys(item.shape))];
  const schema = new ItemInput({ type: "object", shape, catchall: z.never(), readOnly });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a ZodObject of this shape
  return schema as unknown as z.ZodObject<z.core.util.Writeable<Shape>, z.core.$strict>;
}

/** True if `itemInput` created the schema. */
export const isItemInput = (schema: unknown): boolean => schema instanceof ItemInput;
