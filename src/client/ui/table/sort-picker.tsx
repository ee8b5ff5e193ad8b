import { ArrowDown, ArrowUp } from "lucide-react";

import { Select } from "#client/ui/form/select.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import type { MenuEntry } from "#client/ui/menu/menu-list.tsx";
import type { Sort } from "#shared/kernel/sorting.ts";

import type { DataTableColumn } from "./data-table-column.ts";

interface SortPickerProps<Row, SortKey extends string> {
  /** All columns, and the visible ones among them. */
  columns: readonly DataTableColumn<Row, SortKey>[];
  shown: readonly DataTableColumn<Row, SortKey>[];
  sort: Sort<SortKey> | null;
  /** Description of the default order. */
  unsorted: string;
  onSort: (sort: Sort<SortKey>) => void;
}

/** Returns menu entries for sorting by a column, and for reversing the order. */
export function sortEntries<Row, SortKey extends string>(
  columns: readonly DataTableColumn<Row, SortKey>[],
  sort: Sort<SortKey> | null,
  onSort: (sort: Sort<SortKey>) => void,
): MenuEntry[] {
  const isDescending = sort?.direction === "desc";
  const entries = columns.flatMap((column): MenuEntry[] =>
    column.isSortable
      ? [
          {
            label: `Sort by ${column.header}`,
            isChosen: column.key === sort?.column,
            onSelect: () => onSort({ column: column.key, direction: "asc" }),
          },
        ]
      : [],
  );
  return sort
    ? [
        ...entries,
        {
          label: isDescending ? "Sort ascending" : "Sort descending",
          icon: isDescending ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />,
          onSelect: () => onSort({ ...sort, direction: isDescending ? "asc" : "desc" }),
        },
      ]
    : entries;
}

/**
 * Sort control for lists without column headers, from 768 px on. It also names the sort column if that is hidden. On
 * phones, a menu of the page has the sort control.
 */
export function SortPicker<Row, SortKey extends string>({
  columns,
  shown,
  sort,
  unsorted,
  onSort,
}: SortPickerProps<Row, SortKey>) {
  const sortable = columns.flatMap((column) =>
    column.isSortable ? [{ value: column.key, label: `Sort by ${column.header}` }] : [],
  );
  if (sortable.length === 0) return null;
  const sorted = columns.find(({ key }) => key === sort?.column);
  const isDescending = sort?.direction === "desc";

  function handleChange(value: string) {
    const column = sortable.find((option) => option.value === value)?.value;
    if (column !== undefined) onSort({ column, direction: "asc" });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 md:mb-3 print:hidden">
      <Select
        aria-label="Sort by"
        className="max-w-72 flex-1 max-md:hidden"
        options={sortable}
        placeholder={sort === null ? unsorted : undefined}
        value={sort?.column ?? ""}
        onChange={(event) => handleChange(event.target.value)}
      />
      <IconButton
        label={isDescending ? "Sort ascending" : "Sort descending"}
        variant="secondary"
        className="max-md:hidden"
        disabled={sort === null}
        onClick={() => sort && onSort({ ...sort, direction: isDescending ? "asc" : "desc" })}
      >
        {isDescending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
      </IconButton>
      {sorted && !shown.includes(sorted) && (
        <p className="text-ink-muted max-md:mb-3 max-md:w-full md:pl-1">
          Sorted by {sorted.header} (column hidden)
        </p>
      )}
    </div>
  );
}
