/** What the top bar and the header of a table cover of the window, in pixels. */
export const COVERED = 92;

/** A row with its edges, in pixels of one scale. */
export interface RowEdges {
  id: string;
  start: number;
  end: number;
}

interface Moved {
  /** Rows as they lay before, those above coming first: at least all that were in sight. */
  placed: readonly RowEdges[];
  /** Where sight began. */
  line: number;
  before: readonly { id: string }[];
  now: readonly { id: string }[];
  /** Where a row begins now. */
  startNow: (index: number) => number;
}

/**
 * How far the first row in sight has moved because rows came or went above it. Nothing moves where the list begins in
 * sight, so that a new first row can be seen, or where the rows have another order, for which somebody asked.
 */
export function shiftOfRows({ placed, line, before, now, startNow }: Moved): number {
  const inSight = placed.filter(({ end }) => end > line);
  const [first] = inSight;
  if (first === undefined || (first.id === before[0]?.id && first.start >= line)) return 0;
  const places = new Map(now.map(({ id }, place) => [id, place]));
  const kept = before.flatMap(({ id }) => places.get(id) ?? []);
  if (kept.some((place, index) => place < (kept[index - 1] ?? 0))) return 0;
  for (const { id, start } of inSight) {
    const place = places.get(id);
    if (place !== undefined) return startNow(place) - start;
  }
  return 0;
}
