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

interface Anchor {
  id: string;
  /** Where it began before. */
  start: number;
  /** How far it has moved since. */
  shift: number;
}

/**
 * The first row in sight that is still there, and how far it has moved because rows came or went above it. None where the
 * list begins in sight, so that a new first row can be seen, or where the rows have another order, for which somebody
 * asked.
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
