import { z } from "zod";

import { itemRefSchema } from "./items.ts";
import { pageOf, pageRequestSchema } from "./paging.ts";
import { idSchema, line, requiredLine } from "./text.ts";
import { authorSchema } from "./users.ts";

export const LINK_HOWS = ["name", "address", "person"] as const;
/** How a link came about: its text has the name, an address, or a person made it. */
export type LinkHow = (typeof LINK_HOWS)[number];

export const LINK_STATES = ["found", "confirmed", "rejected"] as const;
/** What is said of a link: nobody has answered, it is right, it is wrong. */
export type LinkState = (typeof LINK_STATES)[number];

/** How many other names a tool may have. */
export const MAX_ALIASES = 20;
/** How much of a text is read for names. */
export const MAX_READ_LENGTH = 20_000;

export const linkSchema = z.object({
  id: idSchema,
  from: itemRefSchema,
  to: itemRefSchema,
  how: z.enum(LINK_HOWS),
  /** The name as it stands in the text, and the sentence around it. */
  spelled: z.string().nullable(),
  excerpt: z.string().nullable(),
  field: z.string().nullable(),
  state: z.enum(LINK_STATES),
  decidedBy: authorSchema.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Link = z.infer<typeof linkSchema>;

/** A link as it stands beside an item: with the item at its other end. */
export const relatedSchema = linkSchema.extend({
  /** `mentions`: this item names the other; `mentionedIn`: the other names this one; `linked`: a person says so. */
  group: z.enum(["mentions", "mentionedIn", "linked"]),
  other: z.object({ ref: itemRefSchema, title: z.string(), at: z.iso.datetime() }),
});
export type Related = z.infer<typeof relatedSchema>;

export const relatedRequestSchema = z.object({ ref: itemRefSchema });

export const relatedGroupSchema = z.object({
  group: relatedSchema.shape.group,
  /** The first of them; `links.list` has all. */
  links: z.array(relatedSchema),
  total: z.int(),
});

/** Everything that an item names and that names it, each group with its first five. */
export const relatedGroupsSchema = z.object({
  groups: z.array(relatedGroupSchema),
  /** Places with an ambiguous name that are not shown. */
  hidden: z.int(),
});
export type RelatedGroups = z.infer<typeof relatedGroupsSchema>;

export const linkListRequestSchema = pageRequestSchema.extend({
  ref: itemRefSchema,
  group: relatedSchema.shape.group,
});
export const linkPageSchema = pageOf(relatedSchema);

export const newLinkSchema = z.object({ from: itemRefSchema, to: itemRefSchema });
export type NewLink = z.infer<typeof newLinkSchema>;

export const linkDecisionSchema = z.object({ id: idSchema, state: z.enum(LINK_STATES) });
export type LinkDecision = z.infer<typeof linkDecisionSchema>;

export const aliasSchema = z.object({
  folded: z.string(),
  spelled: z.string(),
  createdBy: authorSchema.nullable(),
  createdAt: z.iso.datetime(),
});
export type Alias = z.infer<typeof aliasSchema>;

/** All other names of a tool; never more than `MAX_ALIASES`. */
export const aliasesSchema = z.object({ items: z.array(aliasSchema) });
export const aliasesOfToolSchema = z.object({ toolId: idSchema });

export const newAliasSchema = z.object({
  toolId: idSchema,
  alias: requiredLine(100, "Another name is required"),
});
export type NewAlias = z.infer<typeof newAliasSchema>;

export const aliasRemovalSchema = z.object({ toolId: idSchema, alias: line(100) });
