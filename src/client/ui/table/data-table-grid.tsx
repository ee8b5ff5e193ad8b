import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { Fragment } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { useRowList } from "#client/ui/list/use-row-list.ts";
import { type Sort, nextSort } from "#shared/kernel/sorting.ts";

import {
  type DataTableProps,
  type DataTableColumn,
  columnWidths,
  useColumnFit,
  ACTIONS_WIDTH,
} from "./columns.ts";
import { CHANGED_ROW_STYLE, RowOpener } from "./row-buttons.tsx";

const ROW_HEIGHT = 48;
const ROW_STYLE =
  "group/row cursor-pointer hover:bg-sunken has-[[data-row-open]:focus-visible]:bg-accent-soft has-[[data-row-open]:focus-visible]:outline-2 has-[[data-row-open]:focus-visible]:-outline-offset-2 has-[[data-row-open]:focus-visible]:outline-focus";
const CELL_STYLE =
  "h-12 print:h-auto print:py-1.5 truncate border-b border-line px-3 text-ink-muted first:pl-4 last:pr-4";
const ACTIONS_STYLE =
  "flex justify-end gap-0.5 opacity-50 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100";

/** Rows as a table, with columns wide enough for their content. */
export function DataTableGrid<Row extends { id: string }, SortKey extends string>(
  props: DataTableProps<Row, SortKey>,
) {
  const {
    label,
    rows,
    columns,
    onOpen,
    highlightedIds,
    rowKeys,
    rowActions,
    actionsWidth = ACTIONS_WIDTH,
    sort,
    onSort,
  } = props;
  const { renderedRows, gapAfter, active, listProps, rowProps } = useRowList({
    rows,
    rowHeight: ROW_HEIGHT,
    rowKeys,
  });

  const widths = columnWidths(columns, rowActions ? actionsWidth : 0);
  return (
    <div className="@container rounded-card border border-line bg-surface shadow-card [&_tbody_tr:last-child_td]:border-b-0">
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-sm print:table-auto print:text-xs [&_tr]:break-inside-avoid"
      >
        <colgroup>
          {columns.map((column, at) => (
            <col key={column.key} style={{ width: widths[at] }} />
          ))}
          {rowActions && <col style={{ width: `${actionsWidth}rem` }} />}
        </colgroup>
        <DataTableHeader
          columns={columns}
          sort={sort ?? null}
          onSort={onSort}
          hasActions={rowActions !== undefined}
        />
        <tbody {...listProps}>
          {renderedRows.map(({ row, index, gap }) => (
            <Fragment key={row.id}>
              {gap > 0 && <GapRow height={gap} />}
              <tr
                {...rowProps(index)}
                aria-rowindex={index + 2}
                className={classNames(ROW_STYLE, highlightedIds?.has(row.id) && CHANGED_ROW_STYLE)}
              >
                {columns.map((column, at) => (
                  <td key={column.key} className={CELL_STYLE}>
                    {at > 0 ? (
                      column.render(row)
                    ) : (
                      <RowOpener isActive={index === active} onOpen={() => onOpen(row)}>
                        {column.render(row)}
                      </RowOpener>
                    )}
                  </td>
                ))}
                {rowActions && (
                  <td className={CELL_STYLE}>
                    <div className={ACTIONS_STYLE}>{rowActions(row)}</div>
                  </td>
                )}
              </tr>
            </Fragment>
          ))}
          {gapAfter > 0 && <GapRow height={gapAfter} />}
        </tbody>
      </table>
    </div>
  );
}

/** Placeholder for omitted rows. */
function GapRow({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty placeholder */}
      <td className="p-0" style={{ height }} />
    </tr>
  );
}

const HEADER_CELL =
  "sticky top-(--sticky-top) z-10 h-9 border-b border-line bg-sunken px-3 text-left text-xs font-medium text-ink-muted first:rounded-tl-card first:pl-4 last:rounded-tr-card last:pr-4";

interface DataTableHeaderProps<Row, SortKey extends string> {
  columns: readonly DataTableColumn<Row, SortKey>[];
  sort: Sort<SortKey> | null;
  onSort: ((sort: Sort<SortKey>) => void) | undefined;
  hasActions: boolean;
}

/** Header row. Names of sortable columns are buttons. */
function DataTableHeader<Row, SortKey extends string>(props: DataTableHeaderProps<Row, SortKey>) {
  const { columns, sort, onSort, hasActions } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          if (!column.isSortable || !onSort) {
            return (
              <th key={column.key} scope="col" className={HEADER_CELL}>
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
              className={HEADER_CELL}
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
          <th scope="col" className={classNames(HEADER_CELL, "text-right")}>
            Actions
          </th>
        )}
      </tr>
    </thead>
  );
}

const SKELETON_KEYS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

interface TableSkeletonProps {
  /** Announced text, such as "Loading tools". */
  label: string;
  /** Number of rows, at most ten. */
  rows: number;
  /** Columns of the final table, so that nothing moves when it loads. */
  columns: readonly Pick<
    DataTableColumn<never>,
    "key" | "width" | "grow" | "removalOrder" | "skeleton" | "isSortable"
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
        {SKELETON_KEYS.slice(0, rows).map((row) => (
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
