import { ArrowDown, ArrowUp } from "lucide-react";

import { Select } from "#client/ui/form/select.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
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

/** Sort control for lists without column headers. It also names the sort column if that is hidden. */
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
    <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1.5 print:hidden">
      <Select
        aria-label="Sort by"
        className="max-w-72 flex-1"
        options={sortable}
        placeholder={sort === null ? unsorted : undefined}
        value={sort?.column ?? ""}
        onChange={(event) => handleChange(event.target.value)}
      />
      <IconButton
        label={isDescending ? "Sort ascending" : "Sort descending"}
        variant="secondary"
        disabled={sort === null}
        onClick={() => sort && onSort({ ...sort, direction: isDescending ? "asc" : "desc" })}
      >
        {isDescending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
      </IconButton>
      {sorted && !shown.includes(sorted) && (
        <p className="text-ink-muted max-md:w-full md:pl-1">Sorted by {sorted.header} (column hidden)</p>
      )}
    </div>
  );
}
