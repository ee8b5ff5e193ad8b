interface KindRow {
  one: string;
  many: string;
  /** Path of its section's page, and the URL parameter that opens an item there. */
  path: string;
  parameter: string;
  /** True if people edit its items, which then have versions. */
  isEdited: boolean;
}

/** Kinds of items of a workspace, from all sections. */
export const KINDS = {
  tool: { one: "tool", many: "tools", path: "/dashboard", parameter: "tool", isEdited: true },
  article: { one: "article", many: "articles", path: "/news", parameter: "article", isEdited: false },
  paper: { one: "paper", many: "papers", path: "/arxiv", parameter: "paper", isEdited: false },
  prompt: { one: "prompt", many: "prompts", path: "/prompts", parameter: "prompt", isEdited: true },
  reading: { one: "reading", many: "readings", path: "/chapter-loop", parameter: "reading", isEdited: true },
} as const satisfies Readonly<Record<string, KindRow>>;

export type ItemKind = keyof typeof KINDS;
export type LibraryKind = {
  [Kind in ItemKind]: (typeof KINDS)[Kind]["isEdited"] extends true ? Kind : never;
}[ItemKind];

/** Plural nouns, such as "tools" and "articles". */
export type ItemNouns = (typeof KINDS)[ItemKind]["many"];

const isItemKind = (kind: string): kind is ItemKind => Object.hasOwn(KINDS, kind);
export const isLibraryKind = (kind: string): kind is LibraryKind => isItemKind(kind) && KINDS[kind].isEdited;

export const ITEM_KINDS: readonly ItemKind[] = Object.keys(KINDS).filter(isItemKind);
export const LIBRARY_KINDS: readonly LibraryKind[] = ITEM_KINDS.filter(isLibraryKind);

export interface ItemKey {
  kind: ItemKind;
  id: string;
}

/** Maps each kind to a value. */
export function mapKinds<Kind extends string, Value>(
  kinds: readonly Kind[],
  valueOf: (kind: Kind) => Value,
): Record<Kind, Value>;
export function mapKinds(kinds: readonly string[], valueOf: (kind: string) => unknown) {
  return Object.fromEntries(kinds.map((kind) => [kind, valueOf(kind)]));
}

/** Parses a reference. Doesn't use zod, because the first scripts don't load it. */
export function itemOfRef(ref: `${ItemKind}:${string}`): ItemKey {
  const kind = ITEM_KINDS.find((known) => ref.startsWith(`${known}:`)) ?? "tool";
  return { kind, id: ref.slice(kind.length + 1) };
}

/** Returns the section's path for a kind of item. */
export const sectionAddress = (kind: ItemKind): string => KINDS[kind].path;

/** Returns the path of an item, or of a comment in its discussion. */
export function itemAddress({ kind, id }: ItemKey, commentId: string | null = null): string {
  const { path, parameter } = KINDS[kind];
  const comment = commentId === null ? "" : `&comment=${encodeURIComponent(commentId)}`;
  return `${path}?${parameter}=${encodeURIComponent(id)}${comment}`;
}

const TOOL_PAGE = /^\/tools\/([\w-]{1,64})\/?$/u;

/** Returns the path of a tool's own page. */
export const toolPageAddress = (toolId: string): string => `/tools/${encodeURIComponent(toolId)}`;

/** Returns the item shown at a path with parameters, or null for other pages. */
export function itemOfAddress(path: string, parameters: URLSearchParams): ItemKey | null {
  const toolId = TOOL_PAGE.exec(path)?.[1];
  if (toolId !== undefined) return { kind: "tool", id: toolId };
  for (const kind of ITEM_KINDS) {
    const page = KINDS[kind];
    const id = parameters.get(page.parameter) ?? parameters.get("item");
    if (page.path === path && id !== null && id !== "") return { kind, id };
  }
  return null;
}

/** Returns the path of an item's history, at its newest version or a given one. */
export function historyAddress(
  { kind, id }: { kind: LibraryKind; id: string },
  version: number | null = null,
): string {
  const { path, parameter } = KINDS[kind];
  // On the reading page, the parameter `reading` opens a card, so the history uses `item`.
  const item = kind === "reading" ? "item" : parameter;
  const query = new URLSearchParams({
    dialog: "history",
    [item]: id,
    ...(version !== null && { version: String(version) }),
  });
  return `${path}?${query.toString()}`;
}
