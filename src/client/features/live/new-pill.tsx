import { type RefObject, useEffect, useEffectEvent } from "react";

import { Pill, PillAnchor } from "#client/ui/list/pill.tsx";
import { COVERED } from "#client/ui/list/row-anchor.ts";

import { type Brought, useBrought } from "./use-brought.ts";

interface NewPillProps {
  kind: "article" | "paper";
  /** What the pill leads to. */
  list: RefObject<HTMLElement | null>;
  /** When the list was read. */
  readAt: number;
  /** Whether the list is being read from its beginning. */
  isReading: boolean;
  /** Reads the list from its beginning. */
  onShow: () => void;
}

/** Says in a list that moves for nobody that there is more at its beginning by now. */
export function NewPill({ kind, list, readAt, isReading, onShow }: NewPillProps) {
  const { brought, forget } = useBrought(kind, readAt);
  const forgetAll = useEffectEvent(forget);
  useEffect(() => {
    if (isReading) forgetAll();
  }, [isReading]);

  function handleShow() {
    forget();
    const start = list.current;
    // First, so that what comes finds the reader at the beginning.
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

/** "3 new", "99+ new"; "New" where it is not known how many. */
export function newWords(count: Brought): string {
  if (count === null) return "New";
  return count > MOST ? `${MOST}+ new` : `${count} new`;
}
