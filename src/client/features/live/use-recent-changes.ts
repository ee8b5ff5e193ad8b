import { useEffect, useState } from "react";

import type { EventVerb } from "#shared/kernel/events.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

import { useLiveChanges } from "./use-live-changes.ts";

/** Duration of an item's highlight in milliseconds. */
const HIGHLIGHT_MS = 4000;
const HIGHLIGHTED_VERBS: ReadonlySet<EventVerb> = new Set(["added", "edited", "restored"]);
const NO_IDS: ReadonlySet<string> = new Set();

/** Returns the ids of items of a kind that other people have just added or changed. */
export function useRecentChanges(kind: ItemKind): ReadonlySet<string> {
  const [ids, setIds] = useState(NO_IDS);
  useLiveChanges(({ changes }) => {
    const changed = changes.filter(
      (change) =>
        change.kind === kind &&
        !change.isOwn &&
        change.detail.comment === undefined &&
        HIGHLIGHTED_VERBS.has(change.verb),
    );
    if (changed.length > 0) setIds((last) => new Set([...last, ...changed.map(({ itemId }) => itemId)]));
  });
  useEffect(() => {
    if (ids.size === 0) return undefined;
    const timer = setTimeout(() => setIds(NO_IDS), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [ids]);
  return ids;
}
