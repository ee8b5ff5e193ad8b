import { type RefObject, useLayoutEffect } from "react";

import { clearance } from "./clearance.ts";

/** Attribute of elements that a toast never covers: a dialog's title and buttons, the page's top bar. */
export const NEVER_COVERED = { "data-keep-clear": "" };

/**
 * Moves an element at the window's lower edge away from everything with `NEVER_COVERED`. Works from its first paint
 * on, while dialogs open, grow and slide below it.
 */
export function useClearance(element: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    let frame = 0;
    // At every frame while it is visible, because no event reports all movements of dialogs and keyboards.
    const place = () => {
      frame = requestAnimationFrame(place);
      const moving = element.current;
      if (moving === null) return;
      const { left, right, height } = moving.getBoundingClientRect();
      const obstacles = [...document.querySelectorAll("[data-keep-clear]")].map((kept) =>
        kept.getBoundingClientRect(),
      );
      moving.style.bottom = `${clearance({ left, right, height }, window.innerHeight, obstacles)}px`;
    };
    place();
    return () => cancelAnimationFrame(frame);
  }, [element, isShown]);
}
