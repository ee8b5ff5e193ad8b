import { useEffect, useRef } from "react";
import type { FocusEvent, KeyboardEvent } from "react";

/** Selector of items for the arrow keys. */
export const ITEM = "[data-landscape-item]";
const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Makes a picture full of buttons a single Tab stop. Arrow keys move inside it. */
export function useArrowFocus() {
  const area = useRef<HTMLDivElement>(null);

  // Filter and zoom change the items. One of them must always be the Tab stop.
  useEffect(() => {
    if (area.current?.querySelector(`${ITEM}[tabindex="0"]`)) return;
    area.current?.querySelector<HTMLElement>(ITEM)?.setAttribute("tabindex", "0");
  });

  function handleFocus({ target }: FocusEvent<HTMLElement>) {
    if (!target.matches(ITEM)) return;
    area.current
      ?.querySelectorAll(`${ITEM}[tabindex="0"]`)
      .forEach((item) => item.setAttribute("tabindex", "-1"));
    target.setAttribute("tabindex", "0");
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const direction = DIRECTIONS[event.key];
    if (!direction || !(event.target instanceof HTMLElement) || !event.target.matches(ITEM)) return;
    event.preventDefault();
    const others = [...(area.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])];
    nearest(event.target, others, direction)?.focus();
  }

  return { ref: area, onFocus: handleFocus, onKeyDown: handleKeyDown };
}

/** Returns the nearest item in a direction. Distance across the direction counts three times. */
function nearest(from: HTMLElement, items: readonly HTMLElement[], { x, y }: { x: number; y: number }) {
  const start = centre(from);
  let best: { item: HTMLElement; distance: number } | undefined;
  for (const item of items) {
    const at = centre(item);
    const along = (at.x - start.x) * x + (at.y - start.y) * y;
    const aside = Math.abs((at.x - start.x) * y) + Math.abs((at.y - start.y) * x);
    const distance = along + 3 * aside;
    if (along > 4 && (!best || distance < best.distance)) best = { item, distance };
  }
  return best?.item;
}

function centre(element: HTMLElement) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
