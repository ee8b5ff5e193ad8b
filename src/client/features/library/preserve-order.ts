/**
 * Returns the items of `now` in the order of `before`. Added items get their sorted position. Deleted ones are removed
 * unless they are to stay.
 */
export function preserveOrder<Item extends { id: string }>(
  before: readonly Item[],
  now: readonly Item[],
  staying: ReadonlySet<string> = new Set(),
): readonly Item[] {
  const indexes = new Map(now.map(({ id }, index) => [id, index]));
  const known = new Set(before.map(({ id }) => id));
  const remaining = before.flatMap((item) => {
    const index = indexes.get(item.id);
    if (index !== undefined) return now[index] ?? [];
    return staying.has(item.id) ? item : [];
  });
  // Items that were sorted elsewhere don't help to position an added one.
  const fixed = longestAscent(remaining.flatMap(({ id }) => indexes.get(id) ?? []));

  const comingBefore = new Map<string, Item[]>();
  let added: Item[] = [];
  for (const [index, item] of now.entries()) {
    if (!known.has(item.id)) added.push(item);
    else if (fixed.has(index)) {
      comingBefore.set(item.id, added);
      added = [];
    }
  }
  return [...remaining.flatMap((item) => [...(comingBefore.get(item.id) ?? []), item]), ...added];
}

/** Returns the longest ascending subsequence of distinct numbers. */
function longestAscent(numbers: readonly number[]): ReadonlySet<number> {
  // The lowest last number of an ascending sequence of each length.
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
