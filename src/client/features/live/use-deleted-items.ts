import { useState } from "react";

import type { ItemKind } from "#shared/kernel/item-address.ts";

import { useLiveChanges } from "./use-live-changes.ts";

const NONE: ReadonlySet<string> = new Set();

/** Returns the items of a kind that other people have deleted while the page is open. */
export function useDeletedItems(kind: ItemKind): ReadonlySet<string> {
  const [gone, setGone] = useState(NONE);
  useLiveChanges(({ changes }) => {
    const deleted = changes.filter(
      (change) => change.kind === kind && change.verb === "deleted" && !change.isOwn,
    );
    if (deleted.length > 0) setGone((last) => new Set([...last, ...deleted.map(({ itemId }) => itemId)]));
  });
  return gone;
}
