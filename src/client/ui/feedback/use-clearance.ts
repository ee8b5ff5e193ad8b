import { type RefObject, useLayoutEffect } from "react";

import { clearance } from "./clearance.ts";

/** Marks what a toast never covers: the title and the buttons of a dialog, the bar on top of the page. */
export const NEVER_COVERED = { "data-keep-clear": "" };

/**
 * Keeps an element that is fixed to the window's lower edge off everything marked with `NEVER_COVERED`, from its first
 * paint on and while dialogs open, grow and slide below it.
 */
export function useClearance(element: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    let frame = 0;
    // At every frame, for the seconds that it is there: dialogs and keyboards move in ways that no single event reports.
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
