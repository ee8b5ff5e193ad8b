import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";

import { columnWidths, useColumnFit } from "./column-fit.ts";
import { ACTIONS_WIDTH } from "./data-table-column.ts";
import type { DataTableColumn } from "./data-table-column.ts";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

interface TableSkeletonProps {
  /** Announced text, such as "Loading tools". */
  label: string;
  /** Number of rows, at most ten. */
  rows: number;
  /** Columns of the final table, so that nothing moves when it loads. */
  columns: readonly Pick<
    DataTableColumn<never>,
    "key" | "width" | "grow" | "stepsBack" | "skeleton" | "isSortable"
  >[];
  actionsWidth?: number;
}

/** Placeholder for a data table while its rows load. */
export function TableSkeleton({ label, rows, columns, actionsWidth = ACTIONS_WIDTH }: TableSkeletonProps) {
  const { frame, visible } = useColumnFit(columns, actionsWidth);
  const widths = columnWidths(visible ?? [], actionsWidth);
  return (
    <div ref={frame}>
      {visible?.length !== columns.length && <div className="mb-3 h-control max-md:hidden" />}
      <div className="@container overflow-hidden rounded-card border border-line bg-surface shadow-card">
        <output className="sr-only">{label}</output>
        {visible && <div className="h-9 bg-sunken" />}
        {ROWS.slice(0, rows).map((row) => (
          <div
            key={row}
            className={classNames("flex items-center border-t border-line", visible ? "h-12" : "h-27")}
          >
            {(visible ?? columns.slice(0, 1)).map((column, at) => (
              <div
                key={column.key}
                className={classNames("shrink-0 px-3 first:pl-4", widths[at] === undefined && "flex-1")}
                style={{ width: widths[at] }}
              >
                {column.skeleton ?? <Skeleton className="h-4 w-3/4" />}
              </div>
            ))}
            <div className="shrink-0" style={{ width: `${actionsWidth}rem` }} />
          </div>
        ))}
      </div>
    </div>
  );
}
