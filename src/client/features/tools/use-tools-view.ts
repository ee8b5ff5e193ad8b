import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router-dom";

import type { ToolFilter } from "#shared/tools.ts";

import { readView, writeView } from "./tools-view-url.ts";
import type { Layout, ToolsDialog, ToolSort, ToolsView } from "./tools-view-url.ts";

/** How long the address waits for the next key: browsers refuse to change it at every one. */
const TYPING_PAUSE = 300;

/** Why the page itself made an entry of the history. */
interface EntryNote {
  /** A dialog was opened from the page: closing it is going back. */
  isDialog: boolean;
  /** The search was written down while somebody types, who may be further by now. */
  isTyping: boolean;
}
const NO_NOTE: EntryNote = { isDialog: false, isTyping: false };

/** What the page shows, kept in the address, and the ways to change it; these stay the same functions. */
export function useToolsView(): { view: ToolsView; actions: ToolsViewActions } {
  const { search: query, key, state } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const navigate = useNavigate();
  const note = useMemo(() => readNote(state), [state]);
  const inAddress = useMemo(() => readView(new URLSearchParams(query)), [query]);

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
  const view = useMemo(() => {
    const { filter, dialog, toolId, ...rest } = inAddress;
    return {
      ...rest,
      filter: { ...filter, search },
      dialog: isClosing ? null : dialog,
      toolId: isClosing ? null : toolId,
    };
  }, [inAddress, search, isClosing]);

  const current = useRef({ view, note, key });
  useLayoutEffect(() => {
    current.current = { view, note, key };
  });

  const [actions, write] = useMemo(() => {
    function go(changes: Partial<ToolsView>, isReplacing: boolean, entryNote = NO_NOTE) {
      const next = { ...current.current.view, ...changes };
      const text = writeView(next).toString();
      setSearch(next.filter.search);
      void navigate({ search: text && `?${text}` }, { replace: isReplacing, state: entryNote });
    }
    const filterWith = (filter: Partial<ToolFilter>) => ({ ...current.current.view.filter, ...filter });
    const made: ToolsViewActions = {
      search: setSearch,
      filter: (filter) => go({ filter: filterWith(filter) }, true),
      sort: (sort) => go({ sort }, true),
      showAs: (layout) => go({ layout }, false),
      showList: (filter) => {
        const changes = { filter: filterWith(filter), layout: "table", dialog: null, toolId: null } as const;
        go(changes, current.current.note.isDialog);
      },
      open(dialog, toolId) {
        const isFromDialog = current.current.view.dialog !== null;
        const isDialog = !isFromDialog || current.current.note.isDialog;
        go({ dialog, toolId: toolId ?? null }, isFromDialog, { isDialog, isTyping: false });
      },
      close() {
        if (current.current.view.dialog !== null) setClosingKey(current.current.key);
      },
    };
    return [made, go];
  }, [navigate]);

  const leaveDialog = useEffectEvent(() => {
    if (note.isDialog) void navigate(-1);
    else write({}, true);
  });
  useEffect(() => {
    if (isClosing) leaveDialog();
  }, [isClosing]);

  useEffect(() => {
    if (search === inAddress.filter.search) return undefined;
    const timer = setTimeout(() => write({}, true, { isDialog: false, isTyping: true }), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [search, inAddress, write]);

  return { view, actions };
}

export interface ToolsViewActions {
  search: (text: string) => void;
  filter: (filter: Partial<ToolFilter>) => void;
  sort: (sort: ToolSort) => void;
  showAs: (layout: Layout) => void;
  /** Leaves a dialog or the landscape for the list, filtered. */
  showList: (filter: Partial<ToolFilter>) => void;
  /** A dialog that opens from another takes its place, so that closing leads to the list. */
  open: (dialog: ToolsDialog, toolId?: string) => void;
  close: () => void;
}

function readNote(state: unknown): EntryNote {
  if (typeof state !== "object" || state === null) return NO_NOTE;
  return {
    isDialog: "isDialog" in state && state.isDialog === true,
    isTyping: "isTyping" in state && state.isTyping === true,
  };
}
