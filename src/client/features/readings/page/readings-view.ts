import { useLayoutEffect, useMemo, useRef } from "react";

import {
  type PageViewActions,
  usePageView,
  readVersion,
  writeQuery,
  writeVersion,
} from "#client/features/page-view/use-page-view.ts";
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
  /** Comment in the first open card, if a link leads to it. */
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

/** Returns the URL's query. The query of the default page is empty. */
export const writeView = (view: ReadingsView): URLSearchParams =>
  writeQuery({
    q: view.filter.search,
    topic: view.filter.topic,
    sort: view.order === "commented" && "comments",
    reading: view.openIds,
    comment: view.commentId,
    dialog: view.dialog,
    item: view.itemId,
    version: writeVersion(view),
  });

const ADDRESS = { read: readView, write: writeView };

export interface ReadingsViewActions extends Omit<PageViewActions<ReadingsView>, "leaveFor"> {
  /** Opens or closes a card. Removes the highlight of a linked comment. */
  toggle: (readingId: string) => void;
  /** Opens these cards and closes all others. */
  showOpen: (openIds: readonly string[]) => void;
  sortBy: (order: ReadingOrder) => void;
  /** Removes the linked comment from the URL, because it doesn't exist. */
  unlinkComment: () => void;
}

/** Returns the page state from the URL, with stable functions that change it. */
export function useReadingsView(): { view: ReadingsView; actions: ReadingsViewActions } {
  const { view, actions } = usePageView(ADDRESS);
  const openIds = useRef(view.openIds);
  useLayoutEffect(() => {
    openIds.current = view.openIds;
  });
  const readingsActions = useMemo((): ReadingsViewActions => {
    const { leaveFor: _, ...shared } = actions;
    const { change } = shared;
    const showOpen = (ids: readonly string[]) => change({ openIds: ids, commentId: null }, "replace");
    return {
      ...shared,
      toggle(id) {
        const others = openIds.current.filter((openId) => openId !== id);
        showOpen(openIds.current.includes(id) ? others : [...others, id]);
      },
      showOpen,
      sortBy: (order) => change({ order }, "replace"),
      unlinkComment: () => change({ commentId: null }, "replace"),
    };
  }, [actions]);
  return { view, actions: readingsActions };
}
