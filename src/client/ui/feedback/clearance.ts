/** Left, right and height of what looks for a place, in pixels of the window. */
interface Moving {
  left: number;
  right: number;
  height: number;
}

/** What must stay uncovered. */
export type Obstacle = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** Between the moving box and the window's end, and between it and an obstacle. */
const MARGIN = 16;
const GAP = 8;

const covered = (start: number, end: number, from: number, to: number) =>
  Math.max(0, Math.min(end, to) - Math.max(start, from));

/**
 * How far above the window's lower edge a box ends so that it stands as low as it can without covering anything that
 * must stay clear; where there is no such place, where it covers least.
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
