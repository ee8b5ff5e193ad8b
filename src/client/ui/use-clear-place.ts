import { type RefObject, useLayoutEffect } from "react";

import { clearPlace } from "./clear-place.ts";

/** Marks what a toast never covers: the title and the buttons of a dialog, the bar on top of the page. */
export const KEEP_CLEAR = { "data-keep-clear": "" };

/**
 * Keeps an element that is fixed to the window's lower edge off everything marked with `KEEP_CLEAR`, from its first
 * paint on and while dialogs open, grow and slide below it.
 */
export function useClearPlace(element: RefObject<HTMLElement | null>, isShown: boolean): void {
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
      moving.style.bottom = `${clearPlace({ left, right, height }, window.innerHeight, obstacles)}px`;
    };
    place();
    return () => cancelAnimationFrame(frame);
  }, [element, isShown]);
}
