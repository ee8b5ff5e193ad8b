import { readVersion, writeVersion } from "#client/features/page-view/view-query.ts";
import type { ReadingFilter } from "#shared/readings/reading-filter.ts";

const GENERAL_DIALOGS = ["add", "import"] as const;
const ITEM_DIALOGS = ["history", "edit", "delete"] as const;
export type ReadingOrder = "added" | "commented";
export type ReadingsDialog = (typeof GENERAL_DIALOGS)[number] | (typeof ITEM_DIALOGS)[number];

/** Page state in the URL. */
export interface ReadingsView {
  filter: ReadingFilter;
  /** Newest first, or latest comment first. */
  order: ReadingOrder;
  /** Ids of open cards. */
  openIds: readonly string[];
  /** Comment in the first open card that a link leads to. */
  commentId: string | null;
  dialog: ReadingsDialog | null;
  /** Reading of the dialog. */
  itemId: string | null;
  /** Version shown in the history; null for the current one. */
  version: number | null;
}

export const NO_FILTER: ReadingFilter = { search: "", topic: null };

/** Parses the URL's query. Ignores invalid parameters. */
export function readView(query: URLSearchParams): ReadingsView {
  const openIds = [...new Set(query.getAll("reading").filter((id) => id !== ""))];
  const inDialog = readDialog(query.get("dialog"), query.get("item"));
  return {
    filter: { search: query.get("q") ?? "", topic: query.get("topic") || null },
    order: query.get("sort") === "comments" ? "commented" : "added",
    openIds,
    commentId: (openIds.length > 0 && query.get("comment")) || null,
    ...inDialog,
    version: readVersion(inDialog.dialog, query.get("version")),
  };
}

function readDialog(name: string | null, itemId: string | null): Pick<ReadingsView, "dialog" | "itemId"> {
  const ofItem = ITEM_DIALOGS.find((known) => known === name);
  if (ofItem !== undefined && itemId) return { dialog: ofItem, itemId };
  return { dialog: GENERAL_DIALOGS.find((known) => known === name) ?? null, itemId: null };
}

/** Returns the URL's query, which is empty for the default page. */
export function writeView(view: ReadingsView): URLSearchParams {
  const { filter, order, openIds, commentId, dialog, itemId } = view;
  const version = writeVersion(view);
  const query = new URLSearchParams();
  if (filter.search !== "") query.set("q", filter.search);
  if (filter.topic !== null) query.set("topic", filter.topic);
  if (order === "commented") query.set("sort", "comments");
  for (const id of openIds) query.append("reading", id);
  if (commentId !== null) query.set("comment", commentId);
  if (dialog !== null) query.set("dialog", dialog);
  if (itemId !== null) query.set("item", itemId);
  if (version !== null) query.set("version", version);
  return query;
}
