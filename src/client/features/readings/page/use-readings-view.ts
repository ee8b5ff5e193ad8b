import { useLayoutEffect, useMemo, useRef } from "react";

import { type PageViewActions, usePageView } from "#client/features/page-view/use-page-view.ts";

import { readView, type ReadingsView, writeView } from "./readings-view-url.ts";

const ADDRESS = { read: readView, write: writeView };

export interface ReadingsViewActions extends Omit<PageViewActions<ReadingsView>, "change" | "leaveFor"> {
  /** Opens a card or closes it. A comment that a link led to is no longer marked then. */
  toggle: (readingId: string) => void;
  /** Leaves these cards open and no others. */
  showOpen: (openIds: readonly string[]) => void;
  /** Names the version that the history shows; null for the present one. */
  showVersion: (version: number | null) => void;
  /** The comment that the link led to is not there. */
  forgetComment: () => void;
}

/** What the page shows, kept in the address, and the ways to change it; these stay the same functions. */
export function useReadingsView(): { view: ReadingsView; actions: ReadingsViewActions } {
  const { view, actions } = usePageView(ADDRESS);
  const openIds = useRef(view.openIds);
  useLayoutEffect(() => {
    openIds.current = view.openIds;
  });
  const readingsActions = useMemo((): ReadingsViewActions => {
    const { change, leaveFor: _, ...shared } = actions;
    const showOpen = (ids: readonly string[]) => change({ openIds: ids, commentId: null }, "replace");
    return {
      ...shared,
      toggle(id) {
        const others = openIds.current.filter((openId) => openId !== id);
        showOpen(openIds.current.includes(id) ? others : [...others, id]);
      },
      showOpen,
      showVersion: (version) => change({ version }, "replace"),
      forgetComment: () => change({ commentId: null }, "replace"),
    };
  }, [actions]);
  return { view, actions: readingsActions };
}
