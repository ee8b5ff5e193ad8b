import { useDeferredValue, useMemo, useState } from "react";

import { type Sort, sortRows } from "#shared/kernel/sorting.ts";

import { preserveOrder } from "./preserve-order.ts";

/** What a call for a whole list gives, as far as a library needs it. */
interface ListQuery<Item> {
  data: { items: readonly Item[] } | undefined;
  isLoadingError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** All items of a section, in the server's order, and whether they are known. */
export interface Library<Item> {
  /** None until they are known. */
  items: readonly Item[];
  isPending: boolean;
  isError: boolean;
  isKnown: boolean;
  retry: () => void;
}

const NONE: readonly never[] = [];

export function toLibrary<Item>({
  data,
  isLoadingError,
  isFetching,
  refetch,
}: ListQuery<Item>): Library<Item> {
  const isError = isLoadingError && !isFetching;
  return {
    items: data?.items ?? NONE,
    isPending: data === undefined && !isError,
    isError,
    isKnown: data !== undefined && !isError,
    retry: () => void refetch(),
  };
}

/** The items in the order of a column; in the server's order where none is chosen. */
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
 * The items where they stood when this view of them was chosen: whatever changes, what one reads stays where it is. Those
 * in `staying` are shown as they last were, although they are gone.
 */
export function usePreservedOrder<Item extends { id: string }>(
  items: readonly Item[],
  view: unknown,
  staying: ReadonlySet<string> = NO_IDS,
): readonly Item[] {
  const chosen = useSame(view);
  const [kept, setKept] = useState({ items, chosen, staying, shown: items });
  if (kept.items === items && kept.chosen === chosen && kept.staying === staying) return kept.shown;
  const shown = kept.chosen === chosen ? preserveOrder(kept.shown, items, staying) : items;
  setKept({ items, chosen, staying, shown });
  return shown;
}

/** The items that the filter leaves. The search may lag behind the typing, which it must not slow down. */
export function useFiltered<Item, Filter extends { search: string }>(
  items: readonly Item[],
  filter: Filter,
  noFilter: Filter,
  matches: (item: Item, filter: Filter, now: Date) => boolean,
): { shown: readonly Item[]; hasFilter: boolean } {
  const search = useDeferredValue(filter.search);
  const wanted = useSame({ ...filter, search });
  const [now] = useState(() => new Date());
  const shown = useMemo(
    () => (isFiltered(wanted, noFilter) ? items.filter((item) => matches(item, wanted, now)) : items),
    [items, wanted, noFilter, matches, now],
  );
  return { shown, hasFilter: isFiltered(filter, noFilter) };
}

const isFiltered = <Filter extends { search: string }>(filter: Filter, noFilter: Filter): boolean =>
  JSON.stringify({ ...noFilter, ...filter, search: filter.search.trim() }) !== JSON.stringify(noFilter);

/** The same object for as long as it holds the same: typing must not render the list anew at every key. */
function useSame<Value>(value: Value): Value {
  const [kept, setKept] = useState(value);
  if (JSON.stringify(kept) === JSON.stringify(value)) return kept;
  setKept(value);
  return value;
}
