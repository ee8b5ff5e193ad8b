import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";

import { classNames } from "#client/ui/class-names.ts";
import { nextSort } from "#shared/kernel/sorting.ts";
import type { Sort } from "#shared/kernel/sorting.ts";

import type { DataTableColumn } from "./data-table-column.ts";

const CELL =
  "sticky top-(--sticky-top) z-10 h-9 border-b border-line bg-sunken px-3 text-left text-xs font-medium text-ink-muted first:rounded-tl-card first:pl-4 last:rounded-tr-card last:pr-4";

interface DataTableHeaderProps<Row, SortKey extends string> {
  columns: readonly DataTableColumn<Row, SortKey>[];
  sort: Sort<SortKey> | null;
  onSort: ((sort: Sort<SortKey>) => void) | undefined;
  hasActions: boolean;
}

/** Header row. Names of sortable columns are buttons. */
export function DataTableHeader<Row, SortKey extends string>(props: DataTableHeaderProps<Row, SortKey>) {
  const { columns, sort, onSort, hasActions } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          if (!column.isSortable || !onSort) {
            return (
              <th key={column.key} scope="col" className={CELL}>
                {column.header}
              </th>
            );
          }
          const direction = sort?.column === column.key ? sort.direction : null;
          const Arrow = direction === null ? ChevronsUpDown : direction === "asc" ? ArrowUp : ArrowDown;
          return (
            <th
              key={column.key}
              scope="col"
              aria-sort={direction === null ? "none" : direction === "asc" ? "ascending" : "descending"}
              className={CELL}
            >
              <button
                type="button"
                onClick={() => onSort(nextSort(sort, column.key))}
                className={classNames(
                  "group/sort -mx-1.5 flex h-7 max-w-full items-center gap-1 rounded-chip px-1.5 hover:bg-pressed hover:text-ink",
                  direction !== null && "text-ink",
                )}
              >
                <span className="truncate">{column.header}</span>
                <Arrow
                  aria-hidden
                  className={classNames(
                    "size-3.5 shrink-0",
                    direction === null &&
                      "opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100",
                  )}
                />
              </button>
            </th>
          );
        })}
        {hasActions && (
          <th scope="col" className={classNames(CELL, "text-right")}>
            Actions
          </th>
        )}
      </tr>
    </thead>
  );
}
