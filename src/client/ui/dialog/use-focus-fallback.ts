import { type RefObject, useEffect, useRef } from "react";

/** Gives a frame the focus when what had it went with a change of its content, so that Tab goes on from there. */
export function useFocusFallback(frame: RefObject<HTMLElement | null>, content: unknown): void {
  useEffect(() => {
    if (content !== undefined && isFocusLost()) frame.current?.focus({ preventScroll: true });
  }, [frame, content]);
}

/** The same where something else on the page may have had the focus: only what went from inside the frame counts. */
export function useFocusFallbackInside(frame: RefObject<HTMLElement | null>, content: unknown): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const element = frame.current;
    function noteFocus({ target }: FocusEvent) {
      wasInside.current = target instanceof Node && element?.contains(target) === true;
    }
    document.addEventListener("focusin", noteFocus);
    return () => document.removeEventListener("focusin", noteFocus);
  }, [frame]);
  useEffect(() => {
    if (content !== undefined && wasInside.current && isFocusLost())
      frame.current?.focus({ preventScroll: true });
  }, [frame, content]);
}

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
