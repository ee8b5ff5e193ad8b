import { z } from "zod";

import { authorSchema } from "#shared/accounts/users.ts";
import { LINK_ANSWERS } from "#shared/kernel/events.ts";
import { ITEM_KINDS } from "#shared/kernel/item-address.ts";
import { itemRefSchema } from "#shared/kernel/items.ts";
import { pageOf, pageRequestSchema } from "#shared/kernel/paging.ts";
import { idSchema, line, requiredLine } from "#shared/kernel/text.ts";

import { LINK_FIELDS } from "./link-fields.ts";

export const LINK_HOWS = ["name", "address", "person"] as const;
/** Origin of a link: a name in a text, an address, or a person. */
export type LinkHow = (typeof LINK_HOWS)[number];

export const LINK_STATES = ["found", "hidden", "confirmed", "rejected"] as const;
/** State of a link: `found`; `hidden`, most likely an everyday word; or people's answer, `confirmed` or `rejected`. */
export type LinkState = (typeof LINK_STATES)[number];

const linkFieldSchema = z.enum(LINK_FIELDS);

export const linkSchema = z.object({
  id: idSchema,
  from: itemRefSchema,
  to: itemRefSchema,
  how: z.enum(LINK_HOWS),
  /** Name as spelled in the text, and the sentence around it. */
  spelled: z.string().nullable(),
  excerpt: z.string().nullable(),
  field: linkFieldSchema.nullable(),
  /** For a discussion: the comment that mentions the other item. */
  commentId: idSchema.nullable(),
  state: z.enum(LINK_STATES),
  decidedBy: authorSchema.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Time when the mentioning item was published or last changed, or when a user linked them. */
  at: z.iso.datetime(),
});
export type Link = z.infer<typeof linkSchema>;

/**
 * Groups of an item's links. `mentions`: items in its texts. `mentionedIn`: items whose texts mention it. `linked`: by
 * people, in either direction. `hidden`: texts with its name, most likely as an everyday word.
 */
export const LINK_GROUPS = ["mentions", "mentionedIn", "linked", "hidden"] as const;
export type LinkGroup = (typeof LINK_GROUPS)[number];

/** Link shown on an item, with the item at its other end. */
export const relatedSchema = linkSchema.extend({
  group: z.enum(LINK_GROUPS),
  other: z.object({
    ref: itemRefSchema,
    title: z.string(),
    /** Time when the item was published or last changed. */
    at: z.iso.datetime(),
    /** Path of the item's page. */
    address: z.string(),
  }),
});
export type Related = z.infer<typeof relatedSchema>;

export const relatedRequestSchema = z.object({ ref: itemRefSchema });

const relatedGroupSchema = z.object({
  group: z.enum(LINK_GROUPS),
  /** First links of the group. `links.list` returns all. */
  links: z.array(relatedSchema),
  total: z.int(),
});

/** All items that an item mentions or is mentioned by, with the first five of each group. Empty groups are omitted. */
export const relatedGroupsSchema = z.object({
  groups: z.array(relatedGroupSchema),
  /** Number of texts that contain its name, most likely as an everyday word, and the spelling in the newest. */
  hidden: z.int(),
  ambiguousName: z.string().nullable(),
  /** True if only people can link the name, because they rejected many of its matches. */
  isPersonsOnly: z.boolean(),
});
export type RelatedGroups = z.infer<typeof relatedGroupsSchema>;

/** Kinds of items at the other end. A discussion mentions items in its comments. */
export const RELATED_KINDS = [...ITEM_KINDS, "discussion"] as const;

export const linkListRequestSchema = pageRequestSchema.extend({
  ref: itemRefSchema,
  group: z.enum(LINK_GROUPS),
  /** Kind to list. All kinds if omitted. */
  kind: z.enum(RELATED_KINDS).optional(),
});
export type LinkListRequest = z.infer<typeof linkListRequestSchema>;
export const linkPageSchema = pageOf(relatedSchema);

/** Names found in the texts of an item, to be rendered as links. */
export const namesInItemSchema = z.object({
  items: z.array(
    z.object({ field: linkFieldSchema, spelled: z.string(), ref: itemRefSchema, title: z.string() }),
  ),
});

export type NamesInItem = z.infer<typeof namesInItemSchema>;

export const newLinkSchema = z.strictObject({ from: itemRefSchema, to: itemRefSchema });
export type NewLink = z.infer<typeof newLinkSchema>;

/** Answer about a found link. "found" withdraws the answer. */
export const linkDecisionSchema = z.strictObject({
  id: idSchema,
  state: z.enum(LINK_ANSWERS),
});
export type LinkDecision = z.infer<typeof linkDecisionSchema>;

/** Total of people's answers about all matches of a name. */
export const decidedLinkSchema = z.object({
  link: linkSchema,
  right: z.int(),
  wrong: z.int(),
  /** True if only people can link the name from now on, because many of its matches were wrong. */
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

/** All alternative names of a tool. Their maximum number is `MAX_ALIASES` of mentions/names/names.ts. */
export const aliasesSchema = z.object({ items: z.array(aliasSchema) });
export const aliasesOfToolSchema = z.object({ toolId: idSchema });

export const newAliasSchema = z.strictObject({
  toolId: idSchema,
  alias: requiredLine(100, "Another name is required"),
});
export type NewAlias = z.infer<typeof newAliasSchema>;

export const aliasRemovalSchema = z.object({ toolId: idSchema, alias: line(100) });
