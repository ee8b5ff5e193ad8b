import { type RefObject, useEffect } from "react";

/** Gives a frame the focus when what had it went with a change of its content, so that Tab goes on from there. */
export function useFocusKept(frame: RefObject<HTMLElement | null>, content: unknown): void {
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (content !== undefined && isLost) frame.current?.focus({ preventScroll: true });
  }, [frame, content]);
}
