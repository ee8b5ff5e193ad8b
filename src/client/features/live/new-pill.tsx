import { type RefObject, useEffect, useEffectEvent, useState } from "react";

import { Pill, PillAnchor } from "#client/ui/list/pill.tsx";
import { COVERED } from "#client/ui/list/scroll-anchor.tsx";
import type { LiveChange, LiveMessage } from "#shared/kernel/ledger.ts";

import { useLiveChanges } from "./use-live-changes.ts";

/** Number of items added by others; null if unknown. */
type NewCount = number | null;

/** A page loaded within this time may get events that its lists already contain. */
const LOADING_PERIOD_MS = 10_000;

/**
 * Returns the number of articles or papers that other users or StackLoop added after `loadedAt`. Returns 0 until the
 * list is loaded.
 */
function useNewCount(kind: "article" | "paper", loadedAt: number): { newCount: NewCount; reset: () => void } {
  const [newCount, setNewCount] = useState<NewCount>(0);
  /** Messages received before the list was loaded. The list may already contain their items. */
  const [earlyMessages, setEarlyMessages] = useState<readonly LiveMessage[]>([]);
  const add = (messages: readonly LiveMessage[]) =>
    setNewCount((last) => messages.map((message) => countNewItems(message, kind)).reduce(addCounts, last));
  if (loadedAt > 0 && earlyMessages.length > 0) {
    setEarlyMessages([]);
    add(earlyMessages.map((message) => changesAfter(loadedAt, message)));
  }
  useLiveChanges((message) => {
    if (loadedAt === 0) setEarlyMessages((messages) => [...messages, message]);
    else add([performance.now() < LOADING_PERIOD_MS ? changesAfter(loadedAt, message) : message]);
  });
  return { newCount, reset: () => setNewCount(0) };
}

/**
 * Removes changes that the list already contains. Used only shortly after loading, because the clocks of client and
 * server differ.
 */
const changesAfter = (loadedAt: number, { changes }: LiveMessage): LiveMessage => ({
  changes: changes.filter(({ at }) => Date.parse(at) > loadedAt),
  all: [],
});

const addCounts = (a: NewCount, b: NewCount): NewCount => (a === null || b === null ? null : a + b);

/** Returns the number of items that a message reports. */
export function countNewItems({ changes, all }: LiveMessage, kind: "article" | "paper"): NewCount {
  if (all.includes(kind)) return null;
  return changes.reduce((sum, change) => sum + (change.isOwn ? 0 : countIn(change, kind)), 0);
}

function countIn({ verb, kind: changedKind, detail }: LiveChange, kind: "article" | "paper"): number {
  if (verb !== "fetched") return 0;
  if (changedKind === kind) return detail.count ?? 0;
  // Articles that a user's request found are part of the tool's event.
  return changedKind === "tool" && kind === "article" ? (detail.articles ?? 0) : 0;
}

interface NewPillProps {
  kind: "article" | "paper";
  /**
   * List that the pill scrolls to. Its scroll margin must be larger than `COVERED`: while its start is covered, the
   * scroll position is preserved and new items would remain out of sight.
   */
  list: RefObject<HTMLElement | null>;
  /** Time when the list was loaded. */
  loadedAt: number;
  /** True while the list is loaded from its start. */
  isLoading: boolean;
  /** Reloads the list from its start. */
  onShow: () => void;
}

/** Pill that reports new items at the start of a list. The list doesn't change until it is pressed. */
export function NewPill({ kind, list, loadedAt, isLoading, onShow }: NewPillProps) {
  const { newCount, reset } = useNewCount(kind, loadedAt);
  const resetCount = useEffectEvent(reset);
  useEffect(() => {
    if (isLoading) resetCount();
  }, [isLoading]);

  function handleShow() {
    reset();
    const start = list.current;
    // Scroll first, so that the user is at the start when the items arrive.
    if (start && start.getBoundingClientRect().top < COVERED) start.scrollIntoView();
    start?.focus({ preventScroll: true });
    onShow();
  }

  return (
    <PillAnchor className="-mb-4">
      {newCount !== 0 && (
        <Pill action="Show" onAction={handleShow}>
          {formatNewCount(newCount)}
        </Pill>
      )}
    </PillAnchor>
  );
}

const MAX_SHOWN_COUNT = 99;

/** "3 new", "99+ new"; "New" if the number is unknown. */
export function formatNewCount(count: NewCount): string {
  if (count === null) return "New";
  return count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+ new` : `${count} new`;
}
