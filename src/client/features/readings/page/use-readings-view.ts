import { useLayoutEffect, useMemo, useRef } from "react";

import { type PageViewActions, usePageView } from "#client/features/page-view/use-page-view.ts";

import { type ReadingOrder, readView, type ReadingsView, writeView } from "./readings-view-url.ts";

const ADDRESS = { read: readView, write: writeView };

export interface ReadingsViewActions extends Omit<PageViewActions<ReadingsView>, "leaveFor"> {
  /** Opens or closes a card. Clears the highlight of a linked comment. */
  toggle: (readingId: string) => void;
  /** Opens these cards and closes all others. */
  showOpen: (openIds: readonly string[]) => void;
  sortBy: (order: ReadingOrder) => void;
  /** Removes a linked comment that doesn't exist from the URL. */
  forgetComment: () => void;
}

/** Returns the page state from the URL with functions to change it. The functions are stable. */
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
      forgetComment: () => change({ commentId: null }, "replace"),
    };
  }, [actions]);
  return { view, actions: readingsActions };
}
