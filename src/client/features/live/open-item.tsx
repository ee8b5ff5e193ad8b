import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { LiveChange } from "#shared/kernel/ledger.ts";

import { useItemChange } from "./use-item-change.ts";
import { useLiveChanges } from "./use-live-changes.ts";

interface Stored {
  id: string;
  revision: number;
}

/** What became of an item since somebody opened it. */
export interface OpenItemState {
  kind: ItemKind;
  /** The item as it is now; null when it is gone. */
  latest: Stored | null;
  /** Whether what is shown is no longer what is stored. */
  isOutdated: boolean;
  /** What somebody else did last, as far as that is known. */
  change: LiveChange | null;
  /** Shows the item as it is now. */
  take: () => void;
}

interface OpenedItem<Item> {
  kind: ItemKind;
  /** False where the item is always shown as it is now. */
  isHeld: boolean;
  /** As it was found when it was opened. */
  opened: Item;
  /** As it is now, if it is there. */
  latest: Item | undefined;
}

const OpenItemContext = createContext<OpenItemState | null>(null);

/** What became of the item that is open around a component. */
export const useOpenItemState = () => useContext(OpenItemContext);

/** Whether the item that is open around a component is gone: there is nothing left to change. */
export const useIsDeleted = (): boolean => useContext(OpenItemContext)?.latest === null;

/**
 * An item as it was when it was opened: what others make of it meanwhile is there once somebody takes it, and what this
 * person did elsewhere is taken at once.
 */
export function useOpenItem<Item extends Stored>({
  kind,
  isHeld,
  opened,
  latest,
}: OpenedItem<Item>): { item: Item; state: OpenItemState } {
  const [item, setItem] = useState(opened);
  const [ownRevision, setOwnRevision] = useState(0);
  const { change, dismiss } = useItemChange({ kind, id: item.id });
  useLiveChanges(({ changes }) => {
    const own = changes.findLast(({ itemId, isOwn }) => isOwn && itemId === item.id);
    setOwnRevision((last) => own?.detail.revision ?? last);
  });
  const isSame = latest?.revision === item.revision || latest?.revision === ownRevision;
  const isOutdated = latest ? isHeld && !isSame : true;
  if (latest && !isOutdated && latest !== item) setItem(latest);

  const state = useMemo((): OpenItemState => {
    function take() {
      dismiss();
      if (latest) setItem(latest);
    }
    return { kind, latest: latest ?? null, isOutdated, change, take };
  }, [kind, latest, isOutdated, change, dismiss]);
  return { item: (!isOutdated && latest) || item, state };
}

interface OpenItemProps<Item> extends OpenedItem<Item> {
  children: (item: Item) => ReactNode;
}

/** What is shown of an open item, with what became of it since for all inside. */
export function OpenItem<Item extends Stored>({ children, ...props }: OpenItemProps<Item>) {
  const { item, state } = useOpenItem(props);
  return <OpenItemContext value={state}>{children(item)}</OpenItemContext>;
}
