import { type RefObject, useEffect, useEffectEvent, useState } from "react";

import { Pill, PillAnchor } from "#client/ui/list/pill.tsx";
import { COVERED } from "#client/ui/list/scroll-anchor.tsx";
import type { LiveChange, LiveMessage } from "#shared/kernel/ledger.ts";

import { useLiveChanges } from "./use-live-changes.ts";

/** Number of items added by others; null if unknown. */
type Brought = number | null;

/** A page loaded within this time may get events that its lists already contain. */
const LOADING_MS = 10_000;

/**
 * Returns the number of articles or papers that other users or StackLoop added after `readAt`. Returns 0 until the list
 * is loaded.
 */
function useBrought(kind: "article" | "paper", readAt: number): { brought: Brought; forget: () => void } {
  const [brought, setBrought] = useState<Brought>(0);
  /** Messages received before the list was loaded. The list may already contain their items. */
  const [early, setEarly] = useState<readonly LiveMessage[]>([]);
  const add = (messages: readonly LiveMessage[]) =>
    setBrought((last) => messages.map((message) => broughtBy(message, kind)).reduce(addBrought, last));
  if (readAt > 0 && early.length > 0) {
    setEarly([]);
    add(early.map((message) => changesAfter(readAt, message)));
  }
  useLiveChanges((message) => {
    if (readAt === 0) setEarly((messages) => [...messages, message]);
    else add([performance.now() < LOADING_MS ? changesAfter(readAt, message) : message]);
  });
  return { brought, forget: () => setBrought(0) };
}

/**
 * Removes changes that the list already contains. Used only shortly after loading, because the clocks of client and
 * server differ.
 */
const changesAfter = (readAt: number, { changes }: LiveMessage): LiveMessage => ({
  changes: changes.filter(({ at }) => Date.parse(at) > readAt),
  all: [],
});

const addBrought = (a: Brought, b: Brought): Brought => (a === null || b === null ? null : a + b);

/** Returns the number of items that a message reports. */
export function broughtBy({ changes, all }: LiveMessage, kind: "article" | "paper"): Brought {
  if (all.includes(kind)) return null;
  return changes.reduce((sum, change) => sum + (change.isOwn ? 0 : countIn(change, kind)), 0);
}

function countIn({ verb, kind: of, detail }: LiveChange, kind: "article" | "paper"): number {
  if (verb !== "fetched") return 0;
  if (of === kind) return detail.count ?? 0;
  // Articles that a user's request found are part of the tool's event.
  return of === "tool" && kind === "article" ? (detail.articles ?? 0) : 0;
}

interface NewPillProps {
  kind: "article" | "paper";
  /**
   * List that the pill scrolls to. Its scroll margin must be larger than `COVERED`: while its start is covered, the
   * scroll position is preserved and new items would remain out of sight.
   */
  list: RefObject<HTMLElement | null>;
  /** Time when the list was loaded. */
  readAt: number;
  /** True while the list is loaded from its start. */
  isReading: boolean;
  /** Reloads the list from its start. */
  onShow: () => void;
}

/** Pill that reports new items at the start of a list. The list doesn't change until it is pressed. */
export function NewPill({ kind, list, readAt, isReading, onShow }: NewPillProps) {
  const { brought, forget } = useBrought(kind, readAt);
  const forgetAll = useEffectEvent(forget);
  useEffect(() => {
    if (isReading) forgetAll();
  }, [isReading]);

  function handleShow() {
    forget();
    const start = list.current;
    // Scroll first, so that the user is at the start when the items arrive.
    if (start && start.getBoundingClientRect().top < COVERED) start.scrollIntoView();
    start?.focus({ preventScroll: true });
    onShow();
  }

  return (
    <PillAnchor className="-mb-4">
      {brought !== 0 && (
        <Pill action="Show" onAction={handleShow}>
          {newWords(brought)}
        </Pill>
      )}
    </PillAnchor>
  );
}

const MOST = 99;

/** "3 new", "99+ new"; "New" if the number is unknown. */
export function newWords(count: Brought): string {
  if (count === null) return "New";
  return count > MOST ? `${MOST}+ new` : `${count} new`;
}
