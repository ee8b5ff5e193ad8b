import { type RefObject, useEffect, useRef } from "react";

/** Focuses a frame if a change of its content removed the focused element, so that Tab continues from there. */
export function useFocusFallback(frame: RefObject<HTMLElement | null>, content: unknown): void {
  useEffect(() => {
    if (content !== undefined && isFocusLost()) frame.current?.focus({ preventScroll: true });
  }, [frame, content]);
}

/** The same, but only if the focus was inside the frame. */
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
