import { type RefObject, useLayoutEffect } from "react";

/** Left, right and height of the box to place, in window pixels. */
interface Box {
  left: number;
  right: number;
  height: number;
}

/** Area that the box must not cover. */
export type Obstacle = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** Distance from the window's edge and from obstacles. */
const MARGIN = 16;
const GAP = 8;

const overlap = (start: number, end: number, from: number, to: number) =>
  Math.max(0, Math.min(end, to) - Math.max(start, from));

/**
 * Returns the distance of the box's bottom from the window's lower edge. This is the lowest position that covers no
 * obstacle, or the one that covers the least area.
 */
export function clearance(box: Box, windowHeight: number, obstacles: readonly Obstacle[]): number {
  const coveredAreaAt = (distance: number) => {
    const bottom = windowHeight - distance;
    const top = bottom - box.height;
    const outside = overlap(top, bottom, -Infinity, 0) * (box.right - box.left);
    return obstacles.reduce(
      (sum, obstacle) =>
        sum +
        overlap(box.left, box.right, obstacle.left, obstacle.right) *
          overlap(top, bottom, obstacle.top, obstacle.bottom),
      outside,
    );
  };
  const distances = [MARGIN, ...obstacles.map(({ top }) => windowHeight - top + GAP)]
    .filter((distance) => distance >= MARGIN)
    .toSorted((a, b) => a - b);
  return distances.reduce((best, next) => (coveredAreaAt(next) < coveredAreaAt(best) ? next : best), MARGIN);
}

/** Attribute of elements that a toast never covers: a dialog's title and buttons, open option lists, the top bar. */
export const NEVER_COVERED = { "data-keep-clear": "" };

/**
 * Moves an element at the window's lower edge away from elements with `NEVER_COVERED`. Works from the first paint on,
 * and while dialogs open, grow and slide below it.
 */
export function useClearance(element: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    let frame = 0;
    // Runs on every frame while visible, because no event reports all movements of dialogs and keyboards.
    const updatePosition = () => {
      frame = requestAnimationFrame(updatePosition);
      const box = element.current;
      if (box === null) return;
      const { left, right, height } = box.getBoundingClientRect();
      const obstacles = [...document.querySelectorAll("[data-keep-clear]")].map((obstacle) =>
        obstacle.getBoundingClientRect(),
      );
      box.style.bottom = `${clearance({ left, right, height }, window.innerHeight, obstacles)}px`;
    };
    updatePosition();
    return () => cancelAnimationFrame(frame);
  }, [element, isShown]);
}
