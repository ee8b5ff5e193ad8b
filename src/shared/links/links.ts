import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { LINK_ANSWERS } from "#shared/kernel/events.ts";
import { ITEM_KINDS } from "#shared/kernel/item-address.ts";
import { itemRefSchema } from "#shared/kernel/items.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { idSchema, line, requiredLine } from "#shared/kernel/text.ts";

import { LINK_FIELDS } from "./link-fields.ts";

export const LINK_HOWS = ["name", "address", "person"] as const;
/** How a link came about: its text has the name, an address, or a person made it. */
export type LinkHow = (typeof LINK_HOWS)[number];

export const LINK_STATES = ["found", "hidden", "confirmed", "rejected"] as const;
/** What is said of a link: found, found but most likely an everyday word, and people's answers: it is right, it is wrong. */
export type LinkState = (typeof LINK_STATES)[number];

const linkFieldSchema = z.enum(LINK_FIELDS);

export const linkSchema = z.object({
  id: idSchema,
  from: itemRefSchema,
  to: itemRefSchema,
  how: z.enum(LINK_HOWS),
  /** The name as it stands in the text, and the sentence around it. */
  spelled: z.string().nullable(),
  excerpt: z.string().nullable(),
  field: linkFieldSchema.nullable(),
  /** The comment that it stands in, where a discussion names the other item. */
  commentId: idSchema.nullable(),
  state: z.enum(LINK_STATES),
  decidedBy: authorSchema.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** When the item that names the other was published or last changed, or the person linked them. */
  at: z.iso.datetime(),
});
export type Link = z.infer<typeof linkSchema>;

/**
 * The links of an item: `mentions`, what it names; `mentionedIn`, what names it; `linked`, what people say belongs to it,
 * either way; `hidden`, what has its name in it, but most likely as an everyday word.
 */
export const LINK_GROUPS = ["mentions", "mentionedIn", "linked", "hidden"] as const;
export type LinkGroup = (typeof LINK_GROUPS)[number];

/** A link as it stands beside an item: with the item at its other end. */
export const relatedSchema = linkSchema.extend({
  group: z.enum(LINK_GROUPS),
  other: z.object({
    ref: itemRefSchema,
    title: z.string(),
    /** When it was published, or last changed. */
    at: z.iso.datetime(),
    /** Where it is shown, as a path of this product. */
    address: z.string(),
  }),
});
export type Related = z.infer<typeof relatedSchema>;

export const relatedRequestSchema = z.object({ ref: itemRefSchema });

const relatedGroupSchema = z.object({
  group: z.enum(LINK_GROUPS),
  /** The first of them; `links.list` has all. */
  links: z.array(relatedSchema),
  total: z.int(),
});

/** Everything that an item names and that names it, each group with its first five; groups without links are left out. */
export const relatedGroupsSchema = z.object({
  groups: z.array(relatedGroupSchema),
  /** How many places have its name as what is most likely an everyday word, and the name as it stands in the newest. */
  hidden: z.int(),
  ambiguousName: z.string().nullable(),
  /** Whether people rejected it so often that only they link it. */
  isPersonsOnly: z.boolean(),
});
export type RelatedGroups = z.infer<typeof relatedGroupsSchema>;

/** The kinds of items at the other end; a discussion names something in a comment. */
export const RELATED_KINDS = [...ITEM_KINDS, "discussion"] as const;

export const linkListRequestSchema = pageRequestSchema.extend({
  ref: itemRefSchema,
  group: z.enum(LINK_GROUPS),
  /** Only these; of all kinds without it. */
  kind: z.enum(RELATED_KINDS).optional(),
});
export type LinkListRequest = z.infer<typeof linkListRequestSchema>;
export const linkPageSchema = pageOf(relatedSchema);

/** The names that were found in the texts of an item, to make links of them there. */
export const namesInItemSchema = z.object({
  items: z.array(
    z.object({ field: linkFieldSchema, spelled: z.string(), ref: itemRefSchema, title: z.string() }),
  ),
});

export type NamesInItem = z.infer<typeof namesInItemSchema>;

export const newLinkSchema = z.strictObject({ from: itemRefSchema, to: itemRefSchema });
export type NewLink = z.infer<typeof newLinkSchema>;

/** An answer, or "found" to take it back. */
export const linkDecisionSchema = z.strictObject({
  id: idSchema,
  state: z.enum(LINK_ANSWERS),
});
export type LinkDecision = z.infer<typeof linkDecisionSchema>;

/** What people said of the places where a name was found, all answers together. */
export const decidedLinkSchema = z.object({
  link: linkSchema,
  right: z.int(),
  wrong: z.int(),
  /** True when it was wrong so often that only people make links of this name from now on. */
  isPersonsOnly: z.boolean(),
});
export type DecidedLink = z.infer<typeof decidedLinkSchema>;

export const linkIdSchema = z.object({ id: idSchema });

export const aliasSchema = z.object({
  folded: z.string(),
  spelled: z.string(),
  createdBy: authorSchema.nullable(),
  createdAt: z.iso.datetime(),
});
export type Alias = z.infer<typeof aliasSchema>;

/** All other names of a tool; never more than `MAX_ALIASES` of alias-rules.ts. */
export const aliasesSchema = z.object({ items: z.array(aliasSchema) });
export const aliasesOfToolSchema = z.object({ toolId: idSchema });

export const newAliasSchema = z.strictObject({
  toolId: idSchema,
  alias: requiredLine(100, "Another name is required"),
});
export type NewAlias = z.infer<typeof newAliasSchema>;

export const aliasRemovalSchema = z.object({ toolId: idSchema, alias: line(100) });
