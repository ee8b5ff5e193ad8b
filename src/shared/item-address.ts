/** What a workspace holds, of whatever section. */
export const ITEM_KINDS = ["tool", "article", "paper", "prompt", "reading"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

export interface ItemKey {
  kind: ItemKind;
  id: string;
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
