import { ArrowDown, ArrowUp } from "lucide-react";

import type { Sort } from "#shared/sorting.ts";

import type { DataTableColumn } from "./data-table-column.ts";
import { IconButton } from "./icon-button.tsx";
import { Select } from "./select.tsx";

interface SortPickerProps<Row, SortKey extends string> {
  columns: readonly DataTableColumn<Row, SortKey>[];
  sort: Sort<SortKey> | null;
  onSort: (sort: Sort<SortKey>) => void;
}

/** Sorting for cards, which have no column headers. */
export function SortPicker<Row, SortKey extends string>({
  columns,
  sort,
  onSort,
}: SortPickerProps<Row, SortKey>) {
  const sortable = columns.flatMap((column) =>
    column.isSortable ? [{ value: column.key, label: `Sort by ${column.header}` }] : [],
  );
  if (sortable.length === 0) return null;
  const isDescending = sort?.direction === "desc";

  function handleChange(value: string) {
    const column = sortable.find((option) => option.value === value)?.value;
    if (column !== undefined) onSort({ column, direction: "asc" });
  }

  return (
    <div className="mb-3 flex gap-2">
      <Select
        aria-label="Sort by"
        className="flex-1"
        options={sortable}
        placeholder={sort === null ? "Sort by…" : undefined}
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
    </div>
  );
}
