/** What a workspace holds, of whatever section. */
export const ITEM_KINDS = ["tool", "article", "paper", "prompt", "reading"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];
/** What people fill in, and of which every state is kept. */
export type LibraryKind = Extract<ItemKind, "tool" | "prompt" | "reading">;

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

/** The item that a reference names; read without zod, which the first scripts come without. */
export function itemOfRef(ref: `${ItemKind}:${string}`): ItemKey {
  const kind = ITEM_KINDS.find((known) => ref.startsWith(`${known}:`)) ?? "tool";
  return { kind, id: ref.slice(kind.length + 1) };
}

/** The section that items of a kind are in. */
export const sectionAddress = (kind: ItemKind): string => PAGES[kind].path;

/** Where an item is shown, or a comment in its discussion, as a path of this product. */
export function itemAddress({ kind, id }: ItemKey, commentId: string | null = null): string {
  const { path, parameter } = PAGES[kind];
  const query = new URLSearchParams({ [parameter]: id, ...(commentId !== null && { comment: commentId }) });
  return `${path}?${query.toString()}`;
}

const TOOL_PAGE = /^\/tools\/([\w-]{1,64})\/?$/u;

/** The page with everything about a tool. */
export const toolPageAddress = (toolId: string): string => `/tools/${encodeURIComponent(toolId)}`;

/** The item that such an address shows, by its path and its parameters; null for other pages. */
export function itemOfAddress(path: string, parameters: URLSearchParams): ItemKey | null {
  const toolId = TOOL_PAGE.exec(path)?.[1];
  if (toolId !== undefined) return { kind: "tool", id: toolId };
  for (const kind of ITEM_KINDS) {
    const page = PAGES[kind];
    const id = parameters.get(page.parameter) ?? parameters.get("item");
    if (page.path === path && id !== null && id !== "") return { kind, id };
  }
  return null;
}

/** Where the history of an item is shown, at its newest version or at a given one. */
export function historyAddress(
  { kind, id }: { kind: LibraryKind; id: string },
  version: number | null = null,
): string {
  const { path, parameter } = PAGES[kind];
  // A reading that the address names by its own parameter is a card that is open.
  const item = kind === "reading" ? "item" : parameter;
  const query = new URLSearchParams({
    dialog: "history",
    [item]: id,
    ...(version !== null && { version: String(version) }),
  });
  return `${path}?${query.toString()}`;
}
