import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";

/** How long the address waits for the next key: browsers refuse to change it at every one. */
const TYPING_PAUSE = 300;

/** What a section with a list shows, as far as the address holds it. */
export interface PageView {
  filter: { search: string };
  /** The dialog that is open, and the thing that it is about. */
  dialog: string | null;
  itemId: string | null;
}

/** How a section's view stands in the query of the address. */
export interface ViewAddress<View extends PageView> {
  read: (query: URLSearchParams) => View;
  write: (view: View) => URLSearchParams;
}

export interface PageViewActions<View extends PageView> {
  search: (text: string) => void;
  filter: (filter: Partial<View["filter"]>) => void;
  /** Changes anything in place of the present entry of the history, or as a new one. */
  change: (changes: Partial<View>, how: "replace" | "push") => void;
  /** A dialog that opens from another takes its place, so that closing leads to the list. */
  open: (dialog: NonNullable<View["dialog"]>, itemId?: string) => void;
  close: () => void;
  /** Leaves the dialog, if one is open, for the list, filtered and with other changes. */
  leaveFor: (filter: Partial<View["filter"]>, changes?: Partial<View>) => void;
}

/** Why the page itself made an entry of the history. */
interface EntryNote {
  /** A dialog was opened from the page: closing it is going back. */
  isDialog: boolean;
  /** The search was written down while somebody types, who may be further by now. */
  isTyping: boolean;
}
const NO_NOTE: EntryNote = { isDialog: false, isTyping: false };

/** What a section shows, kept in the address, and the ways to change it; these stay the same functions. */
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
  const note = useMemo(() => readNote(state), [state]);
  const inAddress = useMemo(() => read(new URLSearchParams(query)), [read, query]);

  const [search, setSearch] = useState(inAddress.filter.search);
  const [closingKey, setClosingKey] = useState<string | null>(null);
  const [seenKey, setSeenKey] = useState(key);
  if (seenKey !== key) {
    setSeenKey(key);
    setClosingKey(null);
    if (isPop || !note.isTyping) setSearch(inAddress.filter.search);
  }

  // The dialog is gone at once, the address follows.
  const isClosing = closingKey === key;
  const view = useMemo((): View => {
    const shown = { ...inAddress, filter: { ...inAddress.filter, search } };
    return isClosing ? { ...shown, dialog: null, itemId: null } : shown;
  }, [inAddress, search, isClosing]);

  const { search: written } = inAddress.filter;
  const current = useRef({ view, note, key, written });
  useLayoutEffect(() => {
    current.current = { view, note, key, written };
  });

  const [actions, write] = useMemo(() => {
    function put(next: View, isReplacing: boolean, entryNote: EntryNote) {
      const text = writeView(next).toString();
      void navigate(
        { search: text && `?${text}` },
        // The page stays, and its place with it.
        { replace: isReplacing, state: entryNote, preventScrollReset: true },
      );
    }
    function go(changes: Partial<View>, isReplacing: boolean, entryNote = NO_NOTE) {
      const { view: shown, note: shownNote } = current.current;
      // The entry that is left behind must know what was typed just now, or Back would lose it.
      if (!isReplacing && shown.filter.search !== current.current.written) put(shown, true, shownNote);
      const next = { ...shown, ...changes };
      setSearch(next.filter.search);
      put(next, isReplacing, entryNote);
    }
    const made: PageViewActions<View> = {
      search: setSearch,
      filter(filter) {
        const { view: shown } = current.current;
        go({ ...shown, filter: { ...shown.filter, ...filter } }, true);
      },
      change(changes, how) {
        const isReplacing = how === "replace";
        // A dialog that stays open was opened as it was.
        const isDialog = isReplacing && current.current.note.isDialog;
        go(changes, isReplacing, { isDialog, isTyping: false });
      },
      open(dialog, itemId) {
        const { view: shown, note: shownNote } = current.current;
        const isFromDialog = shown.dialog !== null;
        const isDialog = !isFromDialog || shownNote.isDialog;
        const next = { ...shown, dialog, itemId: itemId ?? null };
        go(next, isFromDialog, { isDialog, isTyping: false });
      },
      close() {
        if (current.current.view.dialog !== null) setClosingKey(current.current.key);
      },
      leaveFor(filter, changes) {
        const { view: shown, note: shownNote } = current.current;
        const list = { ...shown, ...changes, dialog: null, itemId: null };
        go({ ...list, filter: { ...shown.filter, ...filter } }, shownNote.isDialog);
      },
    };
    return [made, go];
  }, [navigate, writeView]);

  const leaveDialog = useEffectEvent(() => {
    if (note.isDialog) void navigate(-1);
    else write({}, true);
  });
  useEffect(() => {
    if (isClosing) leaveDialog();
  }, [isClosing]);

  useEffect(() => {
    if (search === written) return undefined;
    const timer = setTimeout(() => write({}, true, { isDialog: false, isTyping: true }), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [search, written, write]);

  return { view, actions };
}

function readNote(state: unknown): EntryNote {
  if (typeof state !== "object" || state === null) return NO_NOTE;
  return {
    isDialog: "isDialog" in state && state.isDialog === true,
    isTyping: "isTyping" in state && state.isTyping === true,
  };
}
