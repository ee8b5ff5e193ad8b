import type { Sort } from "#shared/kernel/sorting.ts";

/** Parses the sort column of a URL. A "-" before it means descending order. */
export function readSort<Column extends string>(
  columns: readonly Column[],
  text: string | null,
): Sort<Column> | null {
  const column = columns.find((name) => name === text?.replace(/^-/u, ""));
  return column ? { column, direction: text?.startsWith("-") ? "desc" : "asc" } : null;
}

export const writeSort = (sort: Sort<string> | null): string | null =>
  sort && (sort.direction === "desc" ? `-${sort.column}` : sort.column);

/** Builds a query without empty values. The default page has none. */
export function writeQuery(parts: Record<string, string | false | null>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value) query.set(name, value);
  return query;
}

interface DialogNames<General extends string, OfItem extends string> {
  general: readonly General[];
  /** Dialogs about an item. The first one shows its details. */
  ofItem: readonly [OfItem, ...OfItem[]];
}

/** Returns the dialog in a URL. An item without a dialog shows its details. A dialog about an item requires one. */
export function readDialog<General extends string, OfItem extends string>(
  { general, ofItem }: DialogNames<General, OfItem>,
  name: string | null,
  itemId: string | null,
): { dialog: General | OfItem | null; itemId: string | null } {
  const dialog = general.find((known) => known === name);
  if (dialog !== undefined) return { dialog, itemId: null };
  if (itemId === null || itemId === "") return { dialog: null, itemId: null };
  return { dialog: ofItem.find((known) => known === name) ?? ofItem[0], itemId };
}

/** Parses the version in the URL of a history. */
export const readVersion = (dialog: string | null, text: string | null): number | null =>
  dialog === "history" && text !== null && /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : null;

export const writeVersion = (view: { dialog: string | null; version: number | null }): string | null =>
  view.dialog === "history" && view.version !== null ? String(view.version) : null;
