import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";

import { holdKeys, releaseKeys } from "#client/ui/menu/key-events.ts";
import type { Sort } from "#shared/kernel/sorting.ts";

/** Delay in ms after typing until the URL is updated, because browsers limit such updates. */
const TYPING_DELAY_MS = 300;

/** State of a list section in the URL. */
export interface PageView {
  filter: { search: string };
  /** Name of the open dialog, if any. */
  dialog: string | null;
  itemId: string | null;
}

/** Conversion between a section's view and the URL's query. */
export interface ViewAddress<View extends PageView> {
  read: (query: URLSearchParams) => View;
  write: (view: View) => URLSearchParams;
}

export interface PageViewActions<View extends PageView> {
  search: (text: string) => void;
  filter: (filter: Partial<View["filter"]>) => void;
  /** Changes the view. Replaces the current history entry or adds one. */
  change: (changes: Partial<View>, how: "replace" | "push") => void;
  /**
   * Opens a dialog in place of an open one, so that closing it leads to the list. With `returns`, closing leads to the
   * previous dialog.
   */
  open: (dialog: NonNullable<View["dialog"]>, itemId?: string, returns?: "to dialog") => void;
  close: () => void;
  /** Closes an open dialog and shows the list, with a filter and other changes. */
  leaveFor: (filter: Partial<View["filter"]>, changes?: Partial<View>) => void;
}

/** State of a history entry that the page created. */
interface EntryState {
  /** True if the page opened a dialog with this entry. Closing the dialog then goes back. */
  isDialog: boolean;
  /** True if the search was stored during typing. The text may have changed since. */
  isTyping: boolean;
}
const DEFAULT_STATE: EntryState = { isDialog: false, isTyping: false };

/** Returns a section's view from the URL, with stable functions that change it. */
export function usePageView<View extends PageView>({
  read,
  write: writeView,
}: ViewAddress<View>): {
  view: View;
  actions: PageViewActions<View>;
} {
  const { search: query, key, state } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const navigate = useNavigate();
  const entryState = useMemo(() => readEntryState(state), [state]);
  const urlView = useMemo(() => read(new URLSearchParams(query)), [read, query]);

  const [search, setSearch] = useState(urlView.filter.search);
  const [closingKey, setClosingKey] = useState<string | null>(null);
  const [seenKey, setSeenKey] = useState(key);
  if (seenKey !== key) {
    setSeenKey(key);
    setClosingKey(null);
    if (isPop || !entryState.isTyping) setSearch(urlView.filter.search);
  }

  // Hide the dialog at once; the URL follows.
  const isClosing = closingKey === key;
  const view = useMemo((): View => {
    const shown = { ...urlView, filter: { ...urlView.filter, search } };
    return isClosing ? { ...shown, dialog: null, itemId: null } : shown;
  }, [urlView, search, isClosing]);

  const { search: urlSearch } = urlView.filter;
  const current = useRef({ view, note: entryState, key, written: urlSearch });
  useLayoutEffect(() => {
    current.current = { view, note: entryState, key, written: urlSearch };
  });

  const [actions, write] = useMemo(() => {
    function navigateTo(next: View, isReplacing: boolean, entryNote: EntryState) {
      const text = writeView(next).toString();
      void navigate(
        { search: text && `?${text}` },
        // The page remains the same, so preserve its scroll position.
        { replace: isReplacing, state: entryNote, preventScrollReset: true },
      );
    }
    function changeView(changes: Partial<View>, isReplacing: boolean, entryNote = DEFAULT_STATE) {
      const { view: shown, note: shownNote } = current.current;
      // Store the latest search text in the current entry first, or Back would lose it.
      if (!isReplacing && shown.filter.search !== current.current.written) navigateTo(shown, true, shownNote);
      const next = { ...shown, ...changes };
      setSearch(next.filter.search);
      navigateTo(next, isReplacing, entryNote);
    }
    const viewActions: PageViewActions<View> = {
      search: setSearch,
      filter(filter) {
        const { view: shown } = current.current;
        changeView({ ...shown, filter: { ...shown.filter, ...filter } }, true);
      },
      change(changes, how) {
        const isReplacing = how === "replace";
        // The change doesn't affect how the dialog was opened.
        const isDialog = isReplacing && current.current.note.isDialog;
        changeView(changes, isReplacing, { isDialog, isTyping: false });
      },
      open(dialog, itemId, returns) {
        const { view: shown, note: shownNote } = current.current;
        const isReplacing = shown.dialog !== null && !returns;
        const isDialog = !isReplacing || shownNote.isDialog;
        const next = { ...shown, dialog, itemId: itemId ?? null };
        holdKeys("[role=dialog], [role=alertdialog]");
        changeView(next, isReplacing, { isDialog, isTyping: false });
      },
      close() {
        releaseKeys();
        if (current.current.view.dialog !== null) setClosingKey(current.current.key);
      },
      leaveFor(filter, changes) {
        const { view: shown, note: shownNote } = current.current;
        const list = { ...shown, ...changes, dialog: null, itemId: null };
        changeView({ ...list, filter: { ...shown.filter, ...filter } }, shownNote.isDialog);
      },
    };
    return [viewActions, changeView];
  }, [navigate, writeView]);

  const leaveDialog = useEffectEvent(() => {
    if (entryState.isDialog) void navigate(-1);
    else write({}, true);
  });
  useEffect(() => {
    if (isClosing) leaveDialog();
  }, [isClosing]);
  useEffect(() => releaseKeys, []);

  useEffect(() => {
    if (search === urlSearch) return undefined;
    const timer = setTimeout(() => write({}, true, { isDialog: false, isTyping: true }), TYPING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [search, urlSearch, write]);

  return { view, actions };
}

function readEntryState(state: unknown): EntryState {
  if (typeof state !== "object" || state === null) return DEFAULT_STATE;
  return {
    isDialog: "isDialog" in state && state.isDialog === true,
    isTyping: "isTyping" in state && state.isTyping === true,
  };
}

/** Parses the sort column of a URL. A "-" before it means descending order. */
export function readSort<Column extends string>(
  columns: readonly Column[],
  text: string | null,
): Sort<Column> | null {
  const column = columns.find((name) => name === text?.replace(/^-/u, ""));
  return column ? { column, direction: text?.startsWith("-") ? "desc" : "asc" } : null;
}

export const writeSort = (sort: Sort<string> | null): string | null =>
  sort && (sort.direction === "desc" ? `-${sort.column}` : sort.column);

/** Builds a query without empty values. A list repeats its parameter. */
export function writeQuery(
  parts: Record<string, string | false | null | readonly string[]>,
): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(parts)) {
    for (const value of [values].flat()) {
      if (value) query.append(name, value);
    }
  }
  return query;
}

interface DialogNames<General extends string, OfItem extends string> {
  general: readonly General[];
  /** Dialogs about an item. The first one shows its details. */
  ofItem: readonly [OfItem, ...OfItem[]];
}

/**
 * Returns the dialog that a URL names. A URL with an item but without one of its dialogs opens the item's details.
 * Dialogs about an item need an item in the URL.
 */
export function readDialog<General extends string, OfItem extends string>(
  { general, ofItem }: DialogNames<General, OfItem>,
  name: string | null,
  itemId: string | null,
): { dialog: General | OfItem | null; itemId: string | null } {
  const dialog = general.find((known) => known === name);
  if (dialog !== undefined) return { dialog, itemId: null };
  if (itemId === null || itemId === "") return { dialog: null, itemId: null };
  return { dialog: ofItem.find((known) => known === name) ?? ofItem[0], itemId };
}

/** Parses the version in the URL of a history dialog. */
export const readVersion = (dialog: string | null, text: string | null): number | null =>
  dialog === "history" && text !== null && /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : null;

export const writeVersion = (view: { dialog: string | null; version: number | null }): string | null =>
  view.dialog === "history" && view.version !== null ? String(view.version) : null;
