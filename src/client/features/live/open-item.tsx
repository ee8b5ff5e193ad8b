import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

import type { EventVerb } from "#shared/kernel/events.ts";
import type { ItemKey, ItemKind } from "#shared/kernel/item-address.ts";
import type { LiveChange } from "#shared/kernel/ledger.ts";

import { useLiveChanges } from "./use-live-changes.ts";

/** Returns another user's latest change to an open item's content. Ignores comments, verdicts and similar events. */
export function useItemChange({ kind, id }: ItemKey): { change: LiveChange | null; dismiss: () => void } {
  const [last, setLast] = useState<LiveChange | null>(null);
  useLiveChanges(({ changes }) => {
    const change = changes.findLast(
      (each) => each.kind === kind && each.itemId === id && !each.isOwn && changesContent(each),
    );
    if (change) setLast(change);
  });
  const isThisItem = last?.kind === kind && last.itemId === id;
  const dismiss = useCallback(() => setLast(null), []);
  return { change: isThisItem ? last : null, dismiss };
}

/** Verbs of events that don't change an item's content. The components that show such data update by themselves. */
const NON_CONTENT_VERBS: ReadonlySet<EventVerb> = new Set([
  "added",
  "fetched",
  "decided",
  "voted",
  "asked-review",
  "linked",
  "rated",
]);

const changesContent = ({ verb, detail }: LiveChange): boolean =>
  !NON_CONTENT_VERBS.has(verb) && detail.comment === undefined;

interface StoredItem {
  id: string;
  revision: number;
}

/** State of an item since it was opened. */
export interface OpenItemState {
  kind: ItemKind;
  /** Current item; null if it was deleted. */
  latest: StoredItem | null;
  /** True if the shown item is outdated. */
  isOutdated: boolean;
  /** Latest change by another user, if known. */
  change: LiveChange | null;
  /** Shows the current item. */
  accept: () => void;
}

interface OpenedItem<Item> {
  kind: ItemKind;
  /** False to always show the current item. */
  isFrozen: boolean;
  /** Item as of its opening. */
  opened: Item;
  /** Current item; undefined if it was deleted. */
  latest: Item | undefined;
}

const OpenItemContext = createContext<OpenItemState | null>(null);

/** Returns the state of the surrounding open item. */
export const useOpenItemState = () => useContext(OpenItemContext);

/** True if the surrounding open item was deleted and can't be changed. */
export const useIsDeleted = (): boolean => useContext(OpenItemContext)?.latest === null;

/**
 * Returns an item as of its opening. Other people's changes are shown on request; the user's own changes are shown at
 * once.
 */
export function useOpenItem<Item extends StoredItem>({
  kind,
  isFrozen,
  opened,
  latest,
}: OpenedItem<Item>): { item: Item; state: OpenItemState } {
  const [item, setItem] = useState(opened);
  const [ownRevision, setOwnRevision] = useState(0);
  const { change, dismiss } = useItemChange({ kind, id: item.id });
  useLiveChanges(({ changes }) => {
    const ownChange = changes.findLast(({ itemId, isOwn }) => isOwn && itemId === item.id);
    setOwnRevision((last) => ownChange?.detail.revision ?? last);
  });
  const isUnchanged = latest?.revision === item.revision || latest?.revision === ownRevision;
  const isOutdated = latest ? isFrozen && !isUnchanged : true;
  if (latest && !isOutdated && latest !== item) setItem(latest);

  const state = useMemo((): OpenItemState => {
    function accept() {
      dismiss();
      if (latest) setItem(latest);
    }
    return { kind, latest: latest ?? null, isOutdated, change, accept };
  }, [kind, latest, isOutdated, change, dismiss]);
  return { item: (!isOutdated && latest) || item, state };
}

interface OpenItemProps<Item> extends OpenedItem<Item> {
  children: (item: Item) => ReactNode;
}

/** Provider that shows an open item and shares its state with the components inside. */
export function OpenItem<Item extends StoredItem>({ children, ...props }: OpenItemProps<Item>) {
  const { item, state } = useOpenItem(props);
  return <OpenItemContext value={state}>{children(item)}</OpenItemContext>;
}
