import { type RefObject, useEffect, useEffectEvent } from "react";

import { Pill, PillAnchor } from "#client/ui/list/pill.tsx";
import { COVERED } from "#client/ui/list/scroll-anchor.tsx";

import { type Brought, useBrought } from "./use-brought.ts";

interface NewPillProps {
  kind: "article" | "paper";
  /** List that the pill scrolls to. */
  list: RefObject<HTMLElement | null>;
  /** Time when the list was loaded. */
  readAt: number;
  /** True while the list is loaded from its start. */
  isReading: boolean;
  /** Reloads the list from its start. */
  onShow: () => void;
}

/** Pill that reports new items at the start of a list, which doesn't move by itself. */
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
