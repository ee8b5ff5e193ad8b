import { z } from "zod";

/** What a workspace holds, of whatever section. */
export const ITEM_KINDS = ["tool", "article", "paper", "prompt", "reading"] as const;
export const itemKindSchema = z.enum(ITEM_KINDS);
export type ItemKind = z.infer<typeof itemKindSchema>;

/** How an item is named wherever it is mentioned: in links, in the ledger, in calls. */
export const itemRefSchema = z.templateLiteral([itemKindSchema, ":", z.string().regex(/^[\w-]{1,64}$/u)]);
export type ItemRef = z.infer<typeof itemRefSchema>;

export interface ItemKey {
  kind: ItemKind;
  id: string;
}

export const formatItemRef = ({ kind, id }: ItemKey): ItemRef => `${kind}:${id}`;

/** The kind and id that a reference names; throws a ZodError for what is no reference. */
export function parseItemRef(ref: string): ItemKey {
  const [kind, id] = itemRefSchema.parse(ref).split(":");
  return { kind: itemKindSchema.parse(kind), id: z.string().parse(id) };
}

const PAGES: Record<ItemKind, { path: string; parameter: string }> = {
  tool: { path: "/dashboard", parameter: "tool" },
  article: { path: "/news", parameter: "article" },
  paper: { path: "/arxiv", parameter: "paper" },
  prompt: { path: "/prompts", parameter: "prompt" },
  reading: { path: "/chapter-loop", parameter: "reading" },
};

/** Where an item is shown, or a comment in its discussion, as a path of this product. */
export function itemAddress({ kind, id }: ItemKey, commentId: string | null = null): string {
  const { path, parameter } = PAGES[kind];
  const query = new URLSearchParams({ [parameter]: id, ...(commentId !== null && { comment: commentId }) });
  return `${path}?${query.toString()}`;
}
