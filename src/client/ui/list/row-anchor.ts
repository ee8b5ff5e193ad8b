/** Height covered by the top bar and a table's header, in pixels. */
export const COVERED = 92;

/** Row with its edges, in pixels on a common scale. */
export interface RowEdges {
  id: string;
  start: number;
  end: number;
}

interface Moved {
  /** Previous positions of rows from top to bottom: at least all visible ones. */
  placed: readonly RowEdges[];
  /** Upper edge of the visible area. */
  line: number;
  before: readonly { id: string }[];
  now: readonly { id: string }[];
  /** Returns the current start of a row. */
  startNow: (index: number) => number;
}

interface Anchor {
  id: string;
  /** Previous start of the row. */
  start: number;
  /** Distance that the row has moved. */
  shift: number;
}

/**
 * Returns the first visible row that still exists, with its shift caused by changes above it. Null if the list's start
 * is visible, so that a new first row can appear. Null too if the user has changed the order.
 */
export function findAnchor({ placed, line, before, now, startNow }: Moved): Anchor | null {
  const inSight = placed.filter(({ end }) => end > line);
  const [first] = inSight;
  if (first === undefined || (first.id === before[0]?.id && first.start >= line)) return null;
  const places = new Map(now.map(({ id }, place) => [id, place]));
  const kept = before.flatMap(({ id }) => places.get(id) ?? []);
  if (kept.some((place, index) => place < (kept[index - 1] ?? 0))) return null;
  for (const { id, start } of inSight) {
    const place = places.get(id);
    if (place !== undefined) return { id, start, shift: startNow(place) - start };
  }
  return null;
}
