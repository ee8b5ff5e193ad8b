/**
 * The items as they are `now`, where they stood `before`: one that was edited keeps its place, one that was added has the
 * place that the order gives it, one that is gone has none, unless it is of those that stay.
 */
export function preserveOrder<Item extends { id: string }>(
  before: readonly Item[],
  now: readonly Item[],
  staying: ReadonlySet<string> = new Set(),
): readonly Item[] {
  const places = new Map(now.map(({ id }, place) => [id, place]));
  const known = new Set(before.map(({ id }) => id));
  const kept = before.flatMap((item) => {
    const place = places.get(item.id);
    if (place !== undefined) return now[place] ?? [];
    return staying.has(item.id) ? item : [];
  });
  // Those that the order moved elsewhere say nothing of where an added one belongs.
  const fixed = longestAscent(kept.flatMap(({ id }) => places.get(id) ?? []));

  const comingBefore = new Map<string, Item[]>();
  let added: Item[] = [];
  for (const [place, item] of now.entries()) {
    if (!known.has(item.id)) added.push(item);
    else if (fixed.has(place)) {
      comingBefore.set(item.id, added);
      added = [];
    }
  }
  return [...kept.flatMap((item) => [...(comingBefore.get(item.id) ?? []), item]), ...added];
}

/** The most of these numbers, all different, that stand in ascending order. */
function longestAscent(numbers: readonly number[]): ReadonlySet<number> {
  // The lowest number with which an ascent of each length can end.
  const ends: number[] = [];
  const former = new Map<number, number | undefined>();
  for (const number of numbers) {
    const length = firstAtLeast(ends, number);
    former.set(number, ends[length - 1]);
    ends[length] = number;
  }
  const ascent = new Set<number>();
  for (let number = ends.at(-1); number !== undefined; number = former.get(number)) ascent.add(number);
  return ascent;
}

function firstAtLeast(ascending: readonly number[], number: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
