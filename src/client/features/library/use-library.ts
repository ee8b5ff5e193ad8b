import { useDeferredValue, useMemo, useState } from "react";

import { loadState } from "#client/api/load-state.ts";
import { useDeferredFirstValue } from "#client/ui/use-deferred-first-value.ts";
import { type Sort, sortRows } from "#shared/kernel/sorting.ts";

/** Query for a complete list, with the properties that a library uses. */
interface ListQuery<Item> {
  data: { items: readonly Item[] } | undefined;
  isLoadingError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** All items of a section in the server's order, with their loading state. */
export interface Library<Item> {
  /** Empty while loading. */
  items: readonly Item[];
  isPending: boolean;
  isError: boolean;
  isKnown: boolean;
  retry: () => void;
}

const NO_ITEMS: readonly never[] = [];

/** Returns the state of a query for a whole list. */
export function useLibrary<Item>(query: ListQuery<Item>): Library<Item> {
  const items = useDeferredFirstValue(query.data?.items);
  const { isError, retry } = loadState(query);
  return {
    items: items ?? NO_ITEMS,
    isPending: items === undefined && !isError,
    isError,
    isKnown: items !== undefined && !isError,
    retry,
  };
}

/** Sorts the items by a column. Without a column, they remain in the server's order. */
export function useSorted<Item, Column extends string & keyof Item>(
  items: readonly Item[],
  sort: Sort<Column> | null,
  dateColumns?: readonly Column[],
): readonly Item[] {
  const column = sort?.column;
  const direction = sort?.direction ?? "asc";
  return useMemo(
    () => (column ? sortRows(items, { column, direction }, dateColumns) : items),
    [items, column, direction, dateColumns],
  );
}

const NO_IDS: ReadonlySet<string> = new Set();

/**
 * Returns the items in the order that they had when this view was chosen, so that content doesn't move while users
 * read. Items in `preservedIds` remain as last shown, even if deleted.
 */
export function usePreservedOrder<Item extends { id: string }>(
  items: readonly Item[],
  view: unknown,
  preservedIds: ReadonlySet<string> = NO_IDS,
): readonly Item[] {
  const chosen = useStableValue(view);
  const [previous, setPrevious] = useState({ items, chosen, preservedIds, shown: items });
  if (previous.items === items && previous.chosen === chosen && previous.preservedIds === preservedIds)
    return previous.shown;
  const shown = previous.chosen === chosen ? preserveOrder(previous.shown, items, preservedIds) : items;
  setPrevious({ items, chosen, preservedIds, shown });
  return shown;
}

/** Filters the items. The list may lag behind the typed search, so that typing stays fast. */
export function useFiltered<Item, Filter extends { search: string }>(
  items: readonly Item[],
  filter: Filter,
  noFilter: Filter,
  matches: (item: Item, filter: Filter, now: Date) => boolean,
): { shown: readonly Item[]; hasFilter: boolean } {
  const search = useDeferredValue(filter.search);
  const appliedFilter = useStableValue({ ...filter, search });
  const [now] = useState(() => new Date());
  const shown = useMemo(
    () =>
      isFiltered(appliedFilter, noFilter) ? items.filter((item) => matches(item, appliedFilter, now)) : items,
    [items, appliedFilter, noFilter, matches, now],
  );
  return { shown, hasFilter: isFiltered(filter, noFilter) };
}

export const isFiltered = <Filter extends { search: string }>(filter: Filter, noFilter: Filter): boolean =>
  JSON.stringify({ ...noFilter, ...filter, search: filter.search.trim() }) !== JSON.stringify(noFilter);

/** Returns the previous object while its content is equal, so that typing doesn't render the list on every key. */
function useStableValue<Value>(value: Value): Value {
  const [previous, setPrevious] = useState(value);
  if (JSON.stringify(previous) === JSON.stringify(value)) return previous;
  setPrevious(value);
  return value;
}

/**
 * Returns the items of `now` in the order of `before`. Added items get their sorted position. Deleted items are removed
 * unless `preservedIds` contains them.
 */
export function preserveOrder<Item extends { id: string }>(
  before: readonly Item[],
  now: readonly Item[],
  preservedIds: ReadonlySet<string> = new Set(),
): readonly Item[] {
  const indexes = new Map(now.map(({ id }, index) => [id, index]));
  const known = new Set(before.map(({ id }) => id));
  const remaining = before.flatMap((item) => {
    const index = indexes.get(item.id);
    if (index !== undefined) return now[index] ?? [];
    return preservedIds.has(item.id) ? item : [];
  });
  // Items whose order has changed can't determine the position of an added one.
  const unmovedIndexes = longestIncreasingSubsequence(remaining.flatMap(({ id }) => indexes.get(id) ?? []));

  const addedBefore = new Map<string, Item[]>();
  let added: Item[] = [];
  for (const [index, item] of now.entries()) {
    if (!known.has(item.id)) added.push(item);
    else if (unmovedIndexes.has(index)) {
      addedBefore.set(item.id, added);
      added = [];
    }
  }
  return [...remaining.flatMap((item) => [...(addedBefore.get(item.id) ?? []), item]), ...added];
}

/** Returns the longest ascending subsequence of distinct numbers. */
function longestIncreasingSubsequence(numbers: readonly number[]): ReadonlySet<number> {
  // Element n is the lowest possible end of an ascending subsequence of n + 1 numbers.
  const ends: number[] = [];
  const predecessors = new Map<number, number | undefined>();
  for (const number of numbers) {
    const length = lowerBound(ends, number);
    predecessors.set(number, ends[length - 1]);
    ends[length] = number;
  }
  const subsequence = new Set<number>();
  for (let number = ends.at(-1); number !== undefined; number = predecessors.get(number))
    subsequence.add(number);
  return subsequence;
}

function lowerBound(ascending: readonly number[], number: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
