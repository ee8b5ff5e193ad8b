/** Left, right and height of the box to place, in window pixels. */
interface Moving {
  left: number;
  right: number;
  height: number;
}

/** Area that must stay uncovered. */
export type Obstacle = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** Distance from the window's edge and from obstacles. */
const MARGIN = 16;
const GAP = 8;

const covered = (start: number, end: number, from: number, to: number) =>
  Math.max(0, Math.min(end, to) - Math.max(start, from));

/**
 * Returns the distance of the box's bottom from the window's lower edge: the lowest position without covering
 * obstacles. If there is none, the position that covers least.
 */
export function clearance(box: Moving, windowHeight: number, obstacles: readonly Obstacle[]): number {
  const coveredAt = (distance: number) => {
    const bottom = windowHeight - distance;
    const top = bottom - box.height;
    const outside = covered(top, bottom, -Infinity, 0) * (box.right - box.left);
    return obstacles.reduce(
      (sum, obstacle) =>
        sum +
        covered(box.left, box.right, obstacle.left, obstacle.right) *
          covered(top, bottom, obstacle.top, obstacle.bottom),
      outside,
    );
  };
  const distances = [MARGIN, ...obstacles.map(({ top }) => windowHeight - top + GAP)]
    .filter((distance) => distance >= MARGIN)
    .toSorted((a, b) => a - b);
  return distances.reduce((best, next) => (coveredAt(next) < coveredAt(best) ? next : best), MARGIN);
}
