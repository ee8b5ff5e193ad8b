import { useCallback, useState } from "react";

import type { EventVerb } from "#shared/kernel/events.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import type { LiveChange } from "#shared/kernel/ledger.ts";

import { useLiveChanges } from "./use-live-changes.ts";

/** Returns another user's latest change to an open item's content. Ignores comments, verdicts and similar events. */
export function useItemChange({ kind, id }: ItemKey): { change: LiveChange | null; dismiss: () => void } {
  const [last, setLast] = useState<LiveChange | null>(null);
  useLiveChanges(({ changes }) => {
    const change = changes.findLast(
      (each) => each.kind === kind && each.itemId === id && !each.isOwn && isOfContent(each),
    );
    if (change) setLast(change);
  });
  const isOfThis = last?.kind === kind && last.itemId === id;
  const dismiss = useCallback(() => setLast(null), []);
  return { change: isOfThis ? last : null, dismiss };
}

/** Events about an item that don't change its content. Components that show them update by themselves. */
const BESIDE_CONTENT: ReadonlySet<EventVerb> = new Set([
  "added",
  "fetched",
  "decided",
  "voted",
  "asked-review",
  "linked",
  "rated",
]);

const isOfContent = ({ verb, detail }: LiveChange): boolean =>
  !BESIDE_CONTENT.has(verb) && detail.comment === undefined;
